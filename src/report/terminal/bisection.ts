import type { BisectEvent } from '../../compare/bisect/perform-bisection.ts'
import type { BisectResult, ConversationBisection, Suspect } from '../../compare/bisect/result.ts'
import { isCommit, nameVersion } from '../../compare/bisect/write-sentence.ts'
import { sharedId } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { formatRate, formatTime } from '../text/figures.ts'
import { describeCause } from '../text/format-verdict.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'

/** The result of a bisection: a sentence for each conversation, the result of each version, and the cost. */
export function formatBisection(result: BisectResult, paint: Paint): string {
  const { conversations, turns, ms } = result
  return [
    ...(conversations.length > 1 ? [formatTable(conversations, paint)] : []),
    ...conversations.map((conversation) => formatOne(conversation, paint)),
    paint.dim(`${turns} ${turns === 1 ? 'turn' : 'turns'} in ${formatTime(ms)}`),
  ].join('\n\n')
}

function formatOne(
  { sentence, outcome, versions, missing, suspects, warnings, id, suite, name }: ConversationBisection,
  paint: Paint,
): string {
  const colour = outcome.kind === 'found' ? paint.strong : paint.warn
  const rows = versions.map(({ version, passed, failed, reason, sessionId }): Row => {
    const good = passed > failed
    const mark = outcome.kind === 'found' && version === outcome.first ? '>' : ''
    return [
      { text: mark, paint: paint.bad },
      { text: version, align: 'right' },
      { text: `${passed} of ${passed + failed}`, paint: good ? paint.good : paint.bad },
      { text: reason ?? '' },
      { text: sessionId === null ? '' : `session ${sessionId}`, paint: paint.dim },
    ]
  })
  return [
    colour(sentence),
    paint.dim(` ${cleanLine(id)}  ${cleanLine(`${suite} > ${name}`)}`),
    ...alignRows(rows).map((line) => ` ${line}`),
    ...describeCauseOf(outcome, versions).map((line) => ` ${paint.dim('cause')} ${line}`),
    ...(missing.length === 0 || suspects !== undefined ? [] : [` ${describeMissing(missing)}`]),
    ...(suspects ?? []).flatMap((suspect) => formatSuspect(suspect, paint)),
    ...warnings.map((warning) => paint.warn(` ! ${warning}`)),
  ].join('\n')
}

/** The cause of the first bad version's failure, or of the good end's, or of why nothing could be judged. */
function describeCauseOf(
  outcome: ConversationBisection['outcome'],
  versions: ConversationBisection['versions'],
): string[] {
  const asked = outcome.kind === 'found' ? outcome.first : 'version' in outcome ? outcome.version : undefined
  const cause =
    versions.find(({ version }) => version === asked)?.cause ?? ('cause' in outcome ? outcome.cause : undefined)
  return cause === undefined ? [] : [describeCause(cause, 'reason' in outcome ? outcome.reason : null)]
}

/** The most lines of a patch that a terminal shows. */
const mostLines = 60

/** A commit that may be the culprit, with its changes. */
function formatSuspect({ version, commit, subject, authorDate, skipped, diff }: Suspect, paint: Paint): string[] {
  const lines = diff.split('\n').map(cleanIndented)
  const colour = (line: string): string =>
    /^\+(?!\+\+ )/.test(line) ? paint.good(line) : /^-(?!-- )/.test(line) ? paint.bad(line) : paint.dim(line)
  const shown = diff === '' ? ['these files do not differ from the commit before it'] : lines.slice(0, mostLines)
  return [
    '',
    ` ${version}  ${cleanLine(subject)}  ${paint.dim(authorDate)}`,
    ...(skipped === null ? [] : [paint.warn(`   could not be played: ${cleanLine(skipped)}`)]),
    ...shown.map((line) => `   ${colour(line)}`),
    ...(lines.length > mostLines ? [paint.dim(`   … ${lines.length - mostLines} more lines: git show ${commit}`)] : []),
  ]
}

/** A cleaned line of a patch that keeps its indentation, which carries meaning. */
function cleanIndented(line: string): string {
  const [indent = ''] = /^[+\- ]?[ \t]*/.exec(line) ?? []
  return indent.replaceAll('\t', '  ') + cleanLine(line.slice(indent.length))
}

function formatTable(conversations: readonly ConversationBisection[], paint: Paint): string {
  const head = ['conversation', 'first bad', 'sure', 'turns'].map((text) => ({ text, paint: paint.dim }))
  const rows = conversations.map(({ name, outcome, turns }): Row => {
    const found = outcome.kind === 'found'
    return [
      { text: cleanLine(name) },
      found ? { text: outcome.first, paint: paint.bad } : { text: nameVerdict(outcome.kind), paint: paint.warn },
      { text: found ? formatRate(outcome.confidence) : '', align: 'right' },
      { text: String(turns), align: 'right' },
    ]
  })
  return alignRows([head, ...rows]).join('\n')
}

function describeMissing(missing: readonly string[]): string {
  return missing.length === 1
    ? `version ${missing[0]} between them does not exist`
    : `versions ${missing.join(', ')} between them do not exist`
}

/** Consecutive attempts at one conversation and one version. */
interface Series {
  version: string
  passed: number
  judged: number
  note: string | null
}

/**
 * Prints a line for each version once the search leaves it: `version 7: 0 of 3 passed`, with the conversation if there
 * are several.
 */
export function reportBisectProgress(
  write: (text: string) => void,
  several: boolean,
  paint: Paint,
): (event: BisectEvent) => void {
  const current = new Map<string, Series>()
  const print = (name: string, { version, passed, judged, note }: Series): void => {
    const counted = judged === 0 ? '' : `${passed} of ${judged} passed`
    const said = [counted, note ?? ''].filter((each) => each !== '').join(', ')
    write(` ${several ? `${cleanLine(name)}  ` : ''}${paint.dim(`${nameVersion(version)}:`)} ${said}\n`)
  }
  const moveOn = (id: string, name: string): void => {
    const series = current.get(id)
    if (series !== undefined) print(name, series)
    current.delete(id)
  }
  return (event) => {
    if (event.kind === 'conversation done') {
      moveOn(event.conversation.id, event.conversation.name)
      return
    }
    const id = sharedId(event.plan)
    if (current.get(id)?.version !== event.version) moveOn(id, event.plan.conversation.name.value)
    current.set(id, addTo(current.get(id), event))
  }
}

function addTo(series: Series | undefined, event: Extract<BisectEvent, { kind: 'attempt' }>): Series {
  const { passed = 0, judged = 0, note = null } = series ?? {}
  const { observation, version } = event
  switch (observation.kind) {
    case 'passed':
      return { version, passed: passed + 1, judged: judged + 1, note }
    case 'failed':
      return { version, passed, judged: judged + 1, note: note ?? observation.reason }
    case 'missing':
      return { version, passed, judged, note: isCommit(version) ? missingCommit(observation) : 'does not exist' }
    case 'errored':
      return { version, passed, judged, note: 'could not be judged' }
    default:
      return { version, passed, judged, note: observation.kind }
  }
}

function missingCommit({ reason }: { reason: string }): string {
  return `cannot be played: ${cleanLine(reason)}`
}
