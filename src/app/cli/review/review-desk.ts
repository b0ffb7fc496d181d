import { count, listSome } from '../../../base/text/wording.ts'
import type { Comparison } from '../../../compare/comparison.ts'
import type { ConversationComparison, SideKey } from '../../../compare/model/conversation-comparison.ts'
import { wordsLast } from '../../../compare/review/describe-differences.ts'
import { isOpen, isWorse, type ReviewEntry, withReviews } from '../../../compare/review/settle-reviews.ts'
import { type CauseKind, countCauses } from '../../../engine/verdict/cause-kind.ts'
import { decide } from '../../../records/reviews/reviews-file.ts'
import { describeFindings } from '../../../report/comparison/describe-comparison.ts'
import { firstDifference, sideLines } from '../../../report/comparison/first-difference.ts'
import { plainSaid, plainText } from '../../../report/document/door.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { showPath } from '../../files/find-suites.ts'
import { readReviews, saveReviews } from '../../suites/reviews.ts'

/** A comparison under review: its conversations with what was decided, and how to decide more. */
export interface ReviewDesk {
  comparison: Comparison
  read(): ReviewEntry[]
  conversations(): ConversationComparison[]
  /** Writes a decision about these conversations into the file. @throws UsageError for what cannot be decided */
  decide(some: readonly ConversationComparison[], made: Pick<ReviewEntry, 'decision' | 'why' | 'until'>): ReviewEntry[]
  /** What was written here, and what to do next, where the comparison is in `file`; `listEditable` as in review-suites. */
  conclude(file: string, listEditable: () => Promise<string[]>): Promise<string>
}

/** A desk whose decisions are in the file at `path`, made by this person. */
export function openReviewDesk(comparison: Comparison, path: string, by: string): ReviewDesk {
  const on = new Date().toISOString().slice(0, 10)
  const read = (): ReviewEntry[] => readReviews(path)
  const decisions = new Map<string, ReviewEntry['decision']>()
  return {
    comparison,
    read,
    conversations: () => {
      const entries = read()
      return withReviews(comparison.conversations, entries)
    },
    decide(some, choice) {
      const wrong = some.find(
        ({ differences = [], verdict }) => differences.length === 0 || verdict === 'not comparable',
      )
      if (wrong !== undefined)
        throw new UsageError(
          `"${cleanLine(wrong.name)}" has nothing to decide about: ${wrong.verdict}`,
          wrong.verdict === 'not comparable'
            ? `what could not be judged cannot be approved; ${nextFor([wrong])}`
            : 'name one that tableread review lists',
        )
      if (!isReason(choice.why)) throw new UsageError('a decision needs a reason', 'say why: --why "it is meant"')
      const entries = some.map((each) => decide(each, { ...choice, by, on }))
      saveReviews(path, { add: entries })
      for (const { id } of some) decisions.set(id, choice.decision)
      return entries
    },
    async conclude(file, listEditable) {
      const all = withReviews(comparison.conversations, read())
      const { version, label } = comparison.sides.b
      const of = { file, path: showPath(path, process.cwd()) }
      const stale = all.filter((each) => each.review?.decision === 'approved' && describeStillFailing(each) !== '')
      const editable = stale.length === 0 || all.some(isOpen) ? [] : await listEditable()
      const byHand = stale.flatMap(({ id }) => (editable.includes(id) ? [] : cleanLine(id)))
      const later = version === 'draft' ? `once ${cleanLine(label)} is published` : 'next'
      return describeMade([...decisions.values()], all, of, [
        ...(editable.length === 0 ? [] : [`${later}: npx tableread review ${of.file} --edit-suites`]),
        ...(byHand.length === 0 ? [] : [`${later}, edit by hand: ${listSome(byHand, 3)}`]),
      ])
    },
  }
}

/** Whether a reason says anything. */
export const isReason = (why: string): boolean => /[\p{L}\p{N}]/u.test(why)

function describeMade(
  decisions: readonly ReviewEntry['decision'][],
  all: readonly ConversationComparison[],
  { file, path }: { file: string; path: string },
  edits: readonly string[],
): string {
  const open = all.filter(isOpen).length
  const counts = (['approved', 'rejected'] as const).flatMap((each) => {
    const own = decisions.filter((decision) => decision === each).length
    return own === 0 ? [] : [`${own} ${each}`]
  })
  if (decisions.length === 0 && open === 0) return ''
  const wrote =
    decisions.length === 0 ? `${path} is as it was: nothing was decided\n` : `wrote ${path}: ${counts.join(', ')}\n`
  if (open > 0) return `${wrote}next: npx tableread review ${file}   (${count(open, 'difference')} undecided)\n`
  const editLines = edits.map((each) => `${each}   (suites expect what was before)\n`)
  const isHidden = all.some(({ review, hidden }) => review?.decision === 'approved' && hidden !== undefined)
  const deep = isHidden ? ' with --deep, which judges the turns behind what is approved' : ''
  return `${wrote}next: commit ${path}, and compare again${deep}: the gate goes by it\n${editLines.join('')}`
}

/** What no decision makes good: files that are broken, what could not be compared, and prompts that nothing played. */
function listLost(
  all: readonly ConversationComparison[],
  { problems, gate }: Pick<Comparison, 'problems' | 'gate'>,
): string[] {
  const incomparables = all.filter(({ verdict }) => verdict === 'not comparable')
  const broken = new Set(problems.map(({ file }) => file)).size
  return [
    ...(broken === 0 ? [] : [`${count(broken, 'file')} could not be read`]),
    ...(incomparables.length === 0
      ? []
      : [`${count(incomparables.length, 'conversation')} could not be compared: ${nextFor(incomparables)}`]),
    ...gate.rules
      .filter(({ name }) => name === 'prompt' || name === 'missing shards')
      .map(({ seen }) => cleanLine(seen)),
    ...(all.length + broken === 0 ? ['no conversation was compared'] : []),
  ]
}

/** What comes before another comparison, by the layer that kept runs from being judged. */
const remedies: Readonly<Record<CauseKind, string>> = {
  service: 'compare again once the service answers',
  network: 'mend the connection, then compare again',
  worker: 'see to the workers, then compare again',
  'simulated user': 'mend the card of the user, then compare again',
  budget: 'compare again with more of it',
  script: 'mend that, then compare again',
  agent: 'mend the agent, then compare again',
  judge: 'see to the judge, then compare again',
}

function nextFor(incomparables: readonly Pick<ConversationComparison, 'runs'>[]): string {
  const causes = incomparables.flatMap(({ runs }) => [...runs.a, ...runs.b].flatMap(({ cause }) => cause ?? []))
  const [[kind] = []] = countCauses(causes.map((each) => each.kind))
  const cause = causes.find((each) => each.kind === kind)
  return cause === undefined ? 'compare again' : `${plainSaid(cause.why, 300)}: ${remedies[cause.kind]}`
}

/** That nothing is left to decide, and how much there is that nobody can decide. */
export function describeSettled(
  all: readonly ConversationComparison[],
  comparison: Pick<Comparison, 'problems' | 'gate'>,
): string {
  return `${['nothing is undecided', ...listLost(all, comparison)].join('; ')}\n`
}

/** Rules of the gate that an approval may mend. */
const approvable: ReadonlySet<string> = new Set([
  ...['hard breaks', 'regressions', 'unconfirmed breaks', 'all together', 'new failures', 'pass rate', 'coverage'],
  ...['changed', 'new calls', 'new handoffs'],
])

/** How much is undecided in these groups, whether it shuts the gate, and how much there is that nobody can decide. */
export function describeUndecided(
  groups: readonly (readonly ConversationComparison[])[],
  all: readonly ConversationComparison[],
  comparison: Pick<Comparison, 'problems' | 'gate'>,
): string {
  const isShut = comparison.gate.rules.some(({ name, verdict }) => verdict === 'broken' && approvable.has(name))
  const summary = `${count(groups.flat().length, 'difference')} in ${count(groups.length, 'group')}`
  const head = isShut ? `needs review: ${summary}` : `may be reviewed: ${summary}, which the gate lets pass`
  return `${[head, ...listLost(all, comparison)].join('; ')}\n`
}

/** That an approved conversation still fails what its suite expects. */
export function describeStillFailing(each: ConversationComparison): string {
  const findings = describeFindings(each)
  if (each.runs.b.every(({ verdict }) => verdict !== 'failed') || findings.length === 0) return ''
  const lines = findings.slice(0, 3).map((text) => `    ${cleanLine(text)}\n`)
  return `  it still fails what its suite expects, and so does a run, until the suite is edited:\n${lines.join('')}`
}

/** At most this many lines of a conversation, and conversations of a group, are told, and of so many what was said. */
const [mostLines, mostTold, mostQuoted] = [6, 20, 3]

/** A group for a person: what all of its conversations do, each with what it does besides, and what was said in some. */
export function describeGroup(
  group: readonly ConversationComparison[],
  { sides: { a, b } }: Pick<Comparison, 'sides'>,
): string[] {
  const linesOf = ({ differences = [] }: ConversationComparison): string[] =>
    wordsLast(differences.filter(({ quiet }) => quiet !== true)).map(({ text }) => cleanLine(text))
  const [first] = group
  const all = first === undefined ? [] : linesOf(first)
  const common = all.filter((line) => group.every((each) => linesOf(each).includes(line)))
  const cut = (lines: readonly string[], indent: string): string[] => [
    ...lines.slice(0, mostLines).map((line) => `${indent}${line}`),
    ...(lines.length > mostLines ? [`${indent}and ${lines.length - mostLines} more`] : []),
  ]
  const broken = group.filter(isWorse).length
  const worse = broken === 0 || broken === group.length ? '' : `, ${broken} of them worse`
  const title =
    group.length === 1
      ? ''
      : `${first?.review?.group}  ${count(group.length, 'conversation')} that differ alike${worse}`
  return [
    ...(title === '' ? [] : [title, ...cut(common, '    ')]),
    ...group.slice(0, mostTold).flatMap((each) => {
      const { review: own, name, id, reason } = each
      const beyond =
        own?.beyond === undefined ? [] : [`    beyond what was approved: ${cleanLine(own.beyond.join('; '))}`]
      const besides = group.length === 1 ? linesOf(each) : linesOf(each).filter((line) => !common.includes(line))
      return [
        `  ${own?.id}  ${cleanLine(name)}  (${cleanLine(id)}): ${cleanLine(reason)}`,
        ...cut(besides, '    '),
        ...beyond,
      ]
    }),
    ...(group.length > mostTold ? [`  and ${group.length - mostTold} more conversations`] : []),
    ...examplesOf(group, { a: a.label, b: b.label }),
  ]
}

/** What was said in some conversations of a group whose sides are both known: the turn, before and after. */
function examplesOf(group: readonly ConversationComparison[], labels: Record<SideKey, string>): string[] {
  const turns = [...new Set([...group.filter(isWorse), ...group])].flatMap((each) => {
    const turn = firstDifference(each, labels)
    return turn === null ? [] : [{ name: each.name, turn }]
  })
  const more = turns.length - mostQuoted
  return [
    ...turns.slice(0, mostQuoted).flatMap(({ name: own, turn }) => {
      const userLine = turn.user === null ? '' : `  user: ${plainSaid(turn.user, 120)}`
      const name = group.length === 1 ? '' : `${plainSaid(own)}, `
      return [
        `    ${name}${turn.title}${userLine}`,
        ...sideLines(turn, labels).map((words) => `      ${plainText(words)}`),
      ]
    }),
    ...(more > 0 ? [`    and what ${count(more, 'more conversation')} said: --serve shows all`] : []),
  ]
}
