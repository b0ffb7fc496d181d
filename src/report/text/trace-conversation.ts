import { firstLine } from '../../base/text/wording.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { type MessageView, type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { describeFailureIn } from '../../wire/client/describe-failure.ts'
import { describeRecovery } from './describe-exchange.ts'
import { quotationsOf } from './describe-judgement.ts'
import { formatTime } from './figures.ts'
import { lineOf, quote } from './line.ts'
import { showEntry } from './show-entry.ts'
import { summariseOutcome } from './summarise-outcome.ts'

/** The decision trace of a conversation: a line for each event in order, with what matched it, and why not. */
export function traceConversation(result: ConversationResult): TraceLine[] {
  const { history, turns, afterTurns, outcomes, failure, agent } = result
  const lines: TraceLine[] = [
    ...traceEntries('history', viewTurn(history ?? []), new Map(), agent),
    ...turns.flatMap((turn) => traceTurn(turn, agent)),
    ...traceEntries(null, viewTurn(afterTurns), new Map(), agent),
    ...outcomes.map((outcome) => line(null, placeOf(outcome), [outcome])).filter(({ found }) => found !== ''),
    ...(failure === null ? [] : [{ turn: null, seen: 'stored session', found: showFailure(failure), poor: true }]),
  ]
  return lines.map(({ seen, found, ...rest }) => ({
    ...rest,
    seen: lineOf(seen, Number.POSITIVE_INFINITY),
    found: lineOf(found, Number.POSITIVE_INFINITY),
  }))
}

/** What an outcome outside the turns is about. */
function placeOf({ kind }: Outcome): string {
  if (kind === 'capture') return 'capture'
  if (kind === 'judge' || kind === 'goal') return 'whole conversation'
  return kind === 'latency' ? 'all attempts' : 'stored session'
}

/** The events of one turn in order; then expected calls that were not made, and findings about the turn as a whole. */
function traceTurn(turn: TurnResult, agent: string): TraceLine[] {
  const { index, user, step, outcomes, verdict } = turn
  if (verdict === 'not reached') return [line(index, 'not reached', outcomes)]
  const view = viewTurn(turn.entries)
  const about = new Map<number, Outcome[]>()
  const rest: Outcome[] = []
  for (const outcome of outcomes) {
    const entries = entriesOf(outcome, view, index)
    if (entries.length === 0) rest.push(outcome)
    for (const entry of entries) about.set(entry, [...(about.get(entry) ?? []), outcome])
  }
  const missing = rest.filter(isMissing)
  const others = rest.filter((outcome) => !isMissing(outcome))
  return [
    ...(user !== null && view.user.length === 0 ? [line(index, `user ${quote(user)}`, [])] : []),
    ...traceEntries(index, view, about, agent),
    ...missing.map((outcome) => line(index, `no call ${lineOf(outcome.name, 400)}`, [outcome])),
    ...(step === undefined ? [] : [line(index, showStep(step, turn), others)]),
    ...(step === undefined ? traceEnd(turn, others) : []),
  ]
}

/** An event with its outcomes, failures first; beside one only what identified the event, as nobody asks what holds. */
function line(turn: TraceLine['turn'], entry: string, outcomes: readonly Outcome[]): TraceLine {
  const isPoor = ({ verdict }: Outcome): boolean => verdict === 'failed' || verdict === 'not judged'
  const poor = outcomes.filter(isPoor)
  const others = outcomes.filter(
    (outcome) => !isPoor(outcome) && (poor.length === 0 || isAboutCall(outcome) || outcome.verdict === 'advice'),
  )
  const notes = new Set(
    [...poor, ...others].map((outcome) => summariseOutcome(outcome)).filter((note) => note !== null),
  )
  return { turn, seen: entry, found: [...notes].join('; '), poor: poor.length > 0 }
}

/** Entries with their outcomes. Those of the history and after the last turn are not checked against a list of calls. */
function traceEntries(
  turn: TraceLine['turn'],
  view: TurnView,
  about: ReadonlyMap<number, readonly Outcome[]>,
  agent: string,
): TraceLine[] {
  const calls = new Map(view.calls.flatMap((call) => [call.index, call.output?.index ?? -1].map((at) => [at, call])))
  return view.entries.flatMap((entry, index) => {
    const text = showEntry(entry, calls.get(index), agent)
    const outcomes = about.get(index) ?? []
    if (text === null) return []
    const unmatched = typeof turn === 'number' && entry.type === 'function_call' && !outcomes.some(isAboutCall)
    const traced = line(turn, text, outcomes)
    return unmatched ? { ...traced, found: ['matched by nothing', traced.found].filter(Boolean).join('; ') } : traced
  })
}

function traceEnd({ index, turnMs, failure, recovered }: TurnResult, outcomes: readonly Outcome[]): TraceLine[] {
  const answer = failure === null ? `end of the turn, ${formatTime(turnMs ?? 0)}` : showFailure(failure)
  const ended = line(index, answer, outcomes)
  if (failure !== null) return [{ ...ended, poor: ended.poor || outcomes.length === 0 }]
  if (recovered !== undefined) return [{ ...ended, seen: `${answer}, ${describeRecovery(recovered)}` }]
  return ended.found === '' ? [] : [ended]
}

function showStep(step: string, { turnMs, failure }: TurnResult): string {
  const kind = step === 'wait' || step === 'advance clock' ? 'timer' : 'step'
  return `${kind} ${step} -> ${failure === null ? `done, ${formatTime(turnMs ?? 0)}` : showFailure(failure)}`
}

function showFailure(failure: NonNullable<TurnResult['failure']>): string {
  return firstLine(describeFailureIn(failure, { inSuite: true, exact: true }))
}

function isMissing(outcome: Outcome): outcome is Outcome & { kind: 'call' } {
  return outcome.kind === 'call' && outcome.closest === null
}

function isAboutCall({ kind }: Outcome): boolean {
  return kind === 'call' || kind === 'call count' || kind === 'unexpected call'
}

/** The entries of a turn that an outcome is about, from 0; none if about the turn, or something missing. */
function entriesOf(outcome: Outcome, view: TurnView, turn: number): number[] {
  switch (outcome.kind) {
    case 'call':
      return asList(outcome.closest?.index)
    case 'unexpected call':
      return asList(outcome.call?.index)
    case 'call count':
      return outcome.counted ?? []
    case 'latency':
      return outcome.subject === 'reply' ? asList(view.assistant.at(-1)?.index) : asList(outcome.index)
    case 'law':
      return asList(closedBy(outcome.finding.index, view))
    case 'item':
      return asList(view.assistant.at(-1)?.index)
    case 'reply':
      return replyEntries(outcome, view)
    case 'judge':
      return quotedEntries(outcome, view, turn)
    default:
      return []
  }
}

/** The message that a mismatch names, or the last one, which represents the whole reply. */
function replyEntries({ subject, mismatches }: Outcome & { kind: 'reply' }, view: TurnView): number[] {
  const entry = (type: string): number[] =>
    asList(view.entries.flatMap((each, index) => (each.type === type ? [index] : [])).at(-1))
  if (subject === 'thinking' || subject === 'summary') return entry(subject)
  const messages: readonly MessageView[] = subject === 'background' ? view.background : view.assistant
  const messageNumber = /, (?:message|entry) (\d+)/.exec(mismatches[0]?.path ?? '')?.[1]
  return asList((messageNumber === undefined ? messages.at(-1) : messages[Number(messageNumber) - 1])?.index)
}

/** The entries of this turn that a judge quotes, which may be of earlier turns or start this one. */
function quotedEntries({ judgement }: Outcome & { kind: 'judge' }, view: TurnView, turn: number): number[] {
  const quoted = quotationsOf(judgement).filter((each) => each.turn === turn && view.entries[each.entry] !== undefined)
  return [...new Set(quoted.flatMap(({ entry }) => asList(closedBy(entry, view))))]
}

/** An output has no line of its own, so its call stands for it. */
function closedBy(index: number | null, { calls }: TurnView): number | undefined {
  return calls.find(({ output }) => output !== null && output.index === index)?.index ?? index ?? undefined
}

const asList = (index: number | undefined): number[] => (index === undefined ? [] : [index])

/** One event of a conversation: what was seen, and what the expectations found. Plain text, one line each. */
export interface TraceLine {
  /** The turn, counted from 0; null if it is about the whole session, `history` before the first turn. */
  turn: number | 'history' | null
  seen: string
  /** Empty when no expectation says anything about it. */
  found: string
  /** Whether an expectation about it failed or could not be judged. */
  poor: boolean
}
