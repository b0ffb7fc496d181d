import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import { type Cell, endsAt } from './matrix-cell.ts'
import type { CellRun } from './run-cell.ts'

/** How much longer than twice its limit a turn may take, by the pauses between its looks, before it counts as hanging. */
const slackMs = 5_000

/** How strictly a cell is judged. */
export interface Exactness {
  /**
   * Whether the clock is exact enough for faults that race a limit. If not, either side may win, each result must be
   * reported truthfully, and what hangs is for the limit of the test to find.
   */
  races: boolean
}

/**
 * Everything wrong with a cell's result, given what the service holds and what the fault did; empty if it is
 * right.
 */
export function judgeCell(cell: Cell, run: CellRun, exactness: Exactness): string[] {
  const wrong = findWrong(cell, run, exactness)
  const { mayEnd } = cell.column
  if (exactness.races || mayEnd === undefined || wrong.length === 0) return wrong
  const otherwise = findWrong({ ...cell, column: { ...cell.column, ends: mayEnd } }, run, exactness)
  return otherwise.length === 0 ? [] : wrong
}

function findWrong(cell: Cell, run: CellRun, { races }: Exactness): string[] {
  const hanging = races ? findHanging(cell, run) : []
  const open = !races && cell.column.isRace === true
  const hidden = open ? findUntold(cell, run) : findHidden(cell, run)
  const isOlder = run.result.verdict === 'failed' && cell.failsAt !== null && cell.failsAt < cell.point
  const isTold = cell.column.mayDouble === true && (run.result.verdict === 'errored' || isOlder)
  const doubles = isTold ? [] : findDoubles(cell, run)
  return [...doubles, ...findLies(cell, run, open), ...hidden, ...hanging, ...findMisnamed(cell, run)]
}

/** A session must not contain a message more often than the script says it. */
function findDoubles({ messages }: Cell, { sessions }: CellRun): string[] {
  const userTexts = sessions.map(({ transcript }) => transcript.flatMap(saidBy))
  const wrong = userTexts.filter((texts) => texts.join('\n') !== messages.slice(0, texts.length).join('\n'))
  return [
    ...wrong.map((texts) => `a session holds ${JSON.stringify(texts)}`),
    ...(sessions.length > 1 ? [`${sessions.length} sessions were begun`] : []),
  ]
}

function saidBy(entry: TranscriptEntry): string[] {
  if (entry.type !== 'message' || entry.role !== 'user') return []
  return [entry.content.map((item) => (item.type === 'text' ? item.text : '')).join('')]
}

/** The verdict must be true. */
function findLies(cell: Cell, { result, sessions }: CellRun, open: boolean): string[] {
  const due = open
    ? ['errored', ...verdictsOf({ ...cell, column: { ...cell.column, ends: 'passed' } })]
    : verdictsOf(cell)
  const lies: string[] = []
  if (!due.includes(result.verdict)) lies.push(`it is ${result.verdict}, and should be ${due.join(' or ')}`)
  if (result.verdict !== 'passed') return lies
  const messages = sessions.flatMap(({ transcript }) => transcript.flatMap(saidBy))
  const allEntries = result.turns.flatMap(({ entries }) => entries)
  if (messages.length !== cell.messages.length)
    lies.push(`it passed, and the session holds ${messages.length} messages`)
  if (allEntries.flatMap(saidBy).join() !== messages.join())
    lies.push('it passed on other messages than the session holds')
  return lies
}

/** The true verdicts of a cell. */
function verdictsOf(cell: Cell): string[] {
  const { column, point, failsAt, misdeed, beside } = cell
  const end = endsAt(cell)
  if (end !== null && end < point) return ['failed'] // it ends before the fault strikes
  const isRead = column.ends === 'recovered' && column.fault?.kind !== 'too many requests' // that is sent again
  if (isRead && point > 0 && point === failsAt && misdeed === 'post' && !isKnownToShow(cell)) return ['errored']
  // Calls after the previous turn's reply are stored right before the message, where the recovered turn
  // begins.
  if (isRead && point > 0 && point - 1 === failsAt && misdeed === 'post' && beside === 'hidden') {
    // A turn refused with 429 is read there only if its copy came before it was sent again, and was answered.
    return column.mischief?.kind === 'late copy' && column.mischief.answer === 429 ? ['errored', 'failed'] : ['errored']
  }
  const healthy = failsAt === null ? 'passed' : 'failed'
  switch (column.ends) {
    case 'passed':
      return [healthy]
    case 'recovered':
      return [point === 0 ? 'errored' : healthy]
    case 'caught':
      return [point === 0 ? 'errored' : 'failed']
    case 'unknown':
      // A failure of an earlier turn, found in the session, is certain only if no entries follow that turn
      // which no answer showed.
      return beside === 'hidden' && misdeed === 'post' && failsAt !== null && failsAt < point
        ? ['errored', 'failed']
        : ['errored']
    case 'doubted':
      return ['errored']
    case 'failed':
      return ['failed']
    case 'lawful':
      return ['failed', healthy]
  }
}

/** Whether earlier answers showed calls of the phase post. */
function isKnownToShow({ beside, notes }: Cell): boolean {
  return beside === 'shown' && notes
}

/** A recovered turn says so, and others do not; an unknown turn is reported as unknown. */
function findHidden(cell: Cell, { result }: CellRun): string[] {
  const { column, point } = cell
  const end = endsAt(cell)
  const reached = end === null || end >= point
  if (reached && column.ends === 'doubted') return findUndoubted(result, point)
  const indexes = result.turns.flatMap(({ index, recovered }) => (recovered === undefined ? [] : [index]))
  const isFound = column.ends === 'recovered' || column.ends === 'caught'
  const due = reached && isFound && point > 0 ? [point] : []
  const kind = result.turns[point]?.failure?.kind
  const isUnknown = reached && (column.ends === 'unknown' || (isFound && point === 0))
  return [
    ...(indexes.join() === due.join()
      ? []
      : [`turns ${indexes.join() || 'none'} are noted as recovered, and should be ${due.join() || 'none'}`]),
    ...(isUnknown && kind !== 'unknown' ? [`its turn is ${kind ?? 'answered'}, and should be unknown`] : []),
  ]
}

/** The doubt must be reported, on the turn or on the whole session. A refused first turn has no session. */
function findUndoubted({ turns, failure }: CellRun['result'], point: number): string[] {
  const own = turns[point]?.failure
  const isSaid = own?.kind === 'unknown' || failure?.kind === 'unknown' || (point === 0 && own?.kind === 'refused')
  return isSaid
    ? []
    : [`it is ${failure?.kind ?? 'answered'}, and its turn ${own?.kind ?? 'answered'}: nothing is said of the doubt`]
}

/** Whichever side of its limit a turn fell on, it must be answered, noted as recovered, or unknown. */
function findUntold({ point }: Cell, { result }: CellRun): string[] {
  const turn = result.turns[point]
  if (turn === undefined || turn.verdict === 'not reached' || turn.recovered !== undefined) return []
  return turn.failure === null || turn.failure.kind === 'unknown' ? [] : [`its turn is ${turn.failure.kind}`]
}

/**
 * Effects of a fault must be attributed to the service or the network; only the agent's own mistakes, in time
 * or late, to the agent.
 */
function findMisnamed({ column, failsAt }: Cell, { result: { verdict, cause } }: CellRun): string[] {
  if (verdict === 'passed') return cause === undefined ? [] : [`it passed, and ${cause.kind} is its cause`]
  if (cause === undefined) return ['it has no cause']
  const { kind, why } = cause
  const isOwn = verdict === 'failed' && (failsAt !== null || column.ends === 'caught')
  if (kind === 'service' || kind === 'network' || (kind === 'agent' && isOwn)) return []
  return [`its cause is ${kind}: ${why}`]
}

function findHanging({ column, point }: Cell, { result }: CellRun): string[] {
  const ms = result.turns[point]?.turnMs ?? 0
  return ms > 2 * column.limitMs + slackMs ? [`its turn took ${Math.round(ms)} ms of ${column.limitMs}`] : []
}
