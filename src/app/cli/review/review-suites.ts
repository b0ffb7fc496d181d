import { existsSync } from 'node:fs'
import { lawNames } from '../../../base/law-name.ts'
import { count } from '../../../base/text/wording.ts'
import type { ConversationComparison } from '../../../compare/model/conversation-comparison.ts'
import { type EditedSuite, editSuite } from '../../../compare/review/edit-suite.ts'
import { describeUnsteady } from '../../../compare/review/settle-reviews.ts'
import type { Outcome } from '../../../engine/expect/outcome/outcome.ts'
import { performConversation } from '../../../engine/perform/perform-conversation.ts'
import { type ConversationResult, sharedId } from '../../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../../engine/verdict/verdict.ts'
import { sessionOfTalk } from '../../../import/sessions/session-of-talk.ts'
import { storedClient } from '../../../import/sessions/stored-run.ts'
import { cleanLine } from '../../../report/text/line.ts'
import { parseScript } from '../../../suite/language/script/parse.ts'
import { type Plan, planScript } from '../../../suite/plan/plan.ts'
import { withoutCriteria } from '../../../suite/plan/plan-criteria.ts'
import type { Concealer } from '../../config/concealer.ts'
import { openConcealer } from '../../config/open-concealer.ts'
import type { RunSettled } from '../../config/settings.ts'
import { print } from '../../edge/print.ts'
import { readGiven, writeGiven } from '../../files/given-files.ts'
import { suiteBelow } from '../../judging/read-result-file.ts'
import { openBeside } from '../../suites/read-suites.ts'
import type { ReviewDesk } from './review-desk.ts'

/** Edits suites until the recorded run of b fits them; sends nothing. Returns how many are left to edit by hand. */
export async function editSuites(desk: ReviewDesk, file: string, settings: RunSettled): Promise<number> {
  const approved = desk.conversations().filter(({ review }) => review?.decision === 'approved')
  if (approved.length === 0) {
    print(`nothing in ${cleanLine(file)} is approved\n`)
    return 0
  }
  const { version, label } = desk.comparison.sides.b
  let [all, total] = [0, 0]
  for await (const { report, write } of proposeEdits(desk, settings)) {
    write?.()
    print(report)
    all += 1
    if (write === null) total += 1
  }
  if (all === 0) print('every approved conversation fits its suite\n')
  if (all > total && version === 'draft')
    print(
      `they expect what ${cleanLine(label)} does: until it is published, a run of default fails where it does otherwise\n`,
    )
  return total
}

/** The ids of approved conversations whose suites an edit would make fit; writes nothing. */
export async function listEditable(desk: ReviewDesk, settings: RunSettled): Promise<string[]> {
  const ids: string[] = []
  for await (const { id, write } of proposeEdits(desk, settings)) if (write !== null) ids.push(id)
  return ids
}

/** What an edit does and how it is told, with what writes it; null where all recorded turns would not fit the suite. */
interface Proposal {
  report: string
  write: (() => void) | null
}

/** For each approved conversation that still fails, one after the other: an edit of a suite moves what comes after it. */
async function* proposeEdits(desk: ReviewDesk, settings: RunSettled): AsyncGenerator<Proposal & { id: string }> {
  const conceal = openConcealer(settings, {})
  for (const { review, shown, ...each } of desk.conversations())
    if (review?.decision === 'approved' && shown.b?.verdict === 'failed')
      yield {
        ...(await proposeEdit(each, shown.b, desk.comparison.sides.b.version, settings, conceal)),
        id: each.id,
      }
}

async function proposeEdit(
  compared: Pick<ConversationComparison, 'file' | 'id' | 'name' | 'continues' | 'differences' | 'runs'>,
  recorded: ConversationResult,
  version: string,
  settings: RunSettled,
  conceal: Concealer,
): Promise<Proposal> {
  const { file, name, continues } = compared
  const id = continues?.of ?? compared.id // what takes a conversation up is written where that one is
  const title = `${cleanLine(name)}  (${cleanLine(compared.id)})`
  const byHand = (why: string): Proposal => ({ report: `by hand  ${title}: ${why}\n`, write: null })
  const path = suiteBelow(file)
  if (path === null || !existsSync(path)) return byHand('its suite is not below this folder')
  const text = readGiven(path)
  const plansIn = (content: string): Plan[] => {
    const read = parseScript(
      content,
      file,
      openBeside(file, settings.folder, () => undefined, settings.within),
    )
    const defaults = { ...settings, versions: [version], versionsGiven: true, environment: process.env }
    return read.ok ? planScript(read.script, defaults) : []
  }
  const plans = plansIn(text)
  const own = plans.find((plan) => sharedId(plan) === id)
  const why = own === undefined ? 'it is no longer in its suite' : whyByHand(own)
  if (own === undefined || why !== null) return byHand(why ?? '')
  const begin = own.conversation.at.line
  const next = plans.map(({ conversation: { at } }) => at.line).filter((line) => line > begin)
  const edited = await editSuite(text, [begin, Math.min(Infinity, ...next) - 1], async (content) => {
    const plan = plansIn(content).find((each) => sharedId(each) === id)
    return plan === undefined ? null : judgeRecorded(plan, recorded, continues?.turn)
  })
  // What the session as a whole and the laws say was recorded, and cannot be judged again.
  const fixed = [
    ...recorded.turns.flatMap(({ outcomes }) => outcomes.filter(({ kind }) => kind === 'law')),
    ...recorded.outcomes,
  ]
  const failures = [...edited.remaining, ...fixed.filter(({ verdict }) => verdict === 'failed')]
  const isWhole =
    failures.length === 0 &&
    edited.edits.length > 0 &&
    edited.judged === recorded.turns.filter(({ verdict }) => isJudged(verdict)).length
  const texts = [text, edited.text].map((each) => conceal.excerptOf(file, each))
  const unsteady = describeUnsteady(compared).map(
    (each) => `  not every run did so: ${cleanLine(each)}: run it again\n`,
  )
  return {
    report: `${isWhole ? 'edited ' : 'by hand'}  ${title}\n${describeEdits(file, { ...edited, edits: isWhole ? edited.edits : [], remaining: failures }, texts)}${unsteady.join('')}`,
    write: isWhole ? () => writeGiven(path, edited.text, { displayPath: file }) : null,
  }
}

/** Why no edit of this conversation alone can be proven on a recording; null where one can. */
function whyByHand({ conversation }: Plan): string | null {
  if (conversation.row !== undefined) return 'its values stand in a row of parameters'
  return conversation.simulatedUser === undefined ? null : 'a simulated user says something else each time'
}

/** Holds the recorded turns against a conversation. What only its own run could show, session and laws, is left out. */
function judgeRecorded(plan: Plan, recorded: ConversationResult, from = 0): Promise<ConversationResult> {
  const { session: _, before: __, after: ___, turns: scripted, ...rest } = plan.conversation
  const conversation = { ...rest, turns: scripted.slice(from) }
  const turns = recorded.turns.filter(({ verdict }) => isJudged(verdict))
  const { agent, version, sessionId, startedAt: time } = recorded
  const transcript = turns.flatMap(({ entries }) => entries)
  const session = sessionOfTalk({ agent, version, sessionId: sessionId ?? 'review', time, transcript })
  const slices = turns.map(({ user, entries }) => ({ user, sent: [], entries }))
  return performConversation(
    { ...withoutCriteria(plan), conversation, repeat: null, stopAfterFailure: false, relaxed: new Set(lawNames) },
    { client: storedClient(session, slices), reconcile: false, storedLateMs: 0 },
  )
}

/** What no recorded value mends, without what is expected there. */
function describeLeft(outcome: Outcome): string {
  if (outcome.kind !== 'call') return `no value that was recorded makes it hold (${outcome.kind})`
  const { closest, mismatches, name } = outcome
  if (closest === null) return `${cleanLine(name)} was not called, and no call that was fits in its place`
  const paths = [...new Set(mismatches.map(({ path }) => path))].join(', ')
  return `${cleanLine(name)} was called, and no value that was recorded fits ${cleanLine(paths)}`
}

/** What was edited, by the lines of `texts`, the suite before and after as it may be shown, and what is left. */
function describeEdits(file: string, { edits, remaining, unsent }: EditedSuite, texts: readonly string[]): string {
  const [old = [], now = []] = texts.map((each) => each.split('\n'))
  const lines = [...new Set(edits.map(({ at }) => at.line))].sort((one, other) => one - other)
  return [
    ...lines.flatMap((line) => [
      `  ${cleanLine(file)}:${line}`,
      `  - ${cleanLine(old[line - 1] ?? '')}`,
      `  + ${cleanLine(now[line - 1] ?? '')}`,
    ]),
    // What is expected there may be private: the comparison shows it as far as it may be shown.
    ...remaining.map(
      (each) =>
        `  ${cleanLine(file)}:${each.at.line}:${each.at.column}: ${describeLeft(each)}: edit it by hand, another condition or none`,
    ),
    ...(unsent.length === 0
      ? []
      : [
          `  ${count(unsent.length, 'turn')} after these ${unsent.length === 1 ? 'was' : 'were'} not sent: run it again`,
        ]),
    '',
  ].join('\n')
}
