import { listSome } from '../../base/text/wording.ts'
import type { TurnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { evaluateTurn } from '../expect/evaluate-turn.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import { type ConversationRun, everyTaken, shownEntries, type TurnRun } from '../run/conversation-run.ts'
import { alignStored } from '../transcript/align-stored.ts'
import { assignHidden, type HiddenCalls } from '../transcript/assign-hidden.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { asGuardrail } from './evaluator.ts'

/** With the calls that only the stored session shows (TRN-21): they may break an expectation, but fulfil none. */
export function judgeHidden(plan: Plan, run: ConversationRun): Outcome[] {
  if (run.session?.ok !== true) return []
  const { transcript } = run.session.session
  const { shownAs } = alignStored(transcript, shownEntries(run))
  if (!shownAs.includes(null)) return []
  const turns = everyTaken(run)
  const hidden = assignHidden({
    stored: transcript,
    shownAs,
    turnOf: turns.flatMap((turn, at) => entriesOf(turn).map(() => at)),
    asking: turns.flatMap((turn, at) => (isAsking(turn, run.sessionId) ? [at] : [])),
  })
  const offsetOf = new Map([...shownAs.entries()].map(([offset, index]) => [index, offset]))
  let begin = 0
  return turns.flatMap((turn, at) => {
    const entries = entriesOf(turn)
    const offsets = entries.map((_, index) => offsetOf.get(begin + index) ?? null)
    begin += entries.length
    const own = hidden.get(at)
    if (own === undefined || !run.turns.includes(turn)) return []
    return judgeBeside(plan, turn, run.turns[run.turns.indexOf(turn) + 1], { transcript, own, offsets })
  })
}

function entriesOf(turn: TurnRun): readonly TranscriptEntry[] {
  return turn.kind === 'answered' ? turn.view.entries : []
}

function isAsking(run: TurnRun, sessionId: string | null): boolean {
  if (run.kind === 'stepped' || run.turn.step !== undefined) return false
  return (run.kind === 'answered' ? run.answer.data.sessionId : run.asked) === sessionId
}

interface Beside {
  transcript: readonly TranscriptEntry[]
  own: HiddenCalls
  /** Where the stored session has each entry that the turn shows; null if nowhere. */
  offsets: readonly (number | null)[]
}

/** Judges a turn with the calls that surely are beside it, then with those that may be, which only leaves doubts. */
function judgeBeside({ everyTurn }: Plan, turn: TurnRun, next: TurnRun | undefined, beside: Beside): Outcome[] {
  const own = [turn.turn.expect, next?.turn.requires].map((each) => ({ each, isGuardrail: false }))
  const guardrails = everyTurn.map((each) => ({ each, isGuardrail: true }))
  const { sure, possible } = beside.own
  return [...own, ...guardrails].flatMap(({ each, isGuardrail }) => {
    if (each?.calls === undefined) return []
    const { at, calls } = each
    const judge = (offsets: readonly number[]): Judged[] => judgeWith({ at, calls }, turn, beside, offsets)
    const ordinary = judge([])
    const whole = judge(sure)
    const broken = whole.filter((judged) => isWorse(judged, ordinary)).map(({ outcome }) => outcome)
    const doubts =
      possible.length === 0
        ? []
        : judge([...sure, ...possible]).filter((each) => isWorse(each, [...ordinary, ...whole]))
    const doubted = new Map(doubts.map(({ outcome }) => [subjectOf(outcome), doubt(outcome, turn, beside)]))
    return [...broken, ...doubted.values()].map((outcome) => ({
      ...(isGuardrail ? asGuardrail(outcome) : outcome),
      beside: turn.index,
    }))
  })
}

/** An outcome, and what tells it from the others: its expectation, or the hidden call that it names. */
interface Judged {
  outcome: Outcome
  key: string
}

/** Judges calls of a turn together with hidden ones, given by their offsets in the stored session. */
function judgeWith(
  expected: TurnExpectation,
  turn: TurnRun,
  { transcript, offsets: shownAt }: Beside,
  offsets: readonly number[],
): Judged[] {
  const offsetQueue = [...offsets].sort((one, other) => one - other)
  const places: { entry: TranscriptEntry | undefined; offset: number | null }[] = []
  const putUpTo = (end: number): void => {
    while (offsetQueue[0] !== undefined && offsetQueue[0] < end) {
      const offset = offsetQueue.shift() as number
      places.push({ entry: transcript[offset], offset })
    }
  }
  for (const [index, entry] of entriesOf(turn).entries()) {
    putUpTo(shownAt[index] ?? -1)
    places.push({ entry, offset: null })
  }
  putUpTo(Number.POSITIVE_INFINITY)
  const { calls } = viewTurn(places.flatMap(({ entry }) => entry ?? []))
  const view = { ...(turn.kind === 'answered' ? turn.view : viewTurn([])), calls }
  return evaluateTurn(expected, { view, turnMs: null, refusal: null }).map((outcome) => {
    const call = outcome.kind === 'unexpected call' ? outcome.call : null
    if (outcome.kind !== 'unexpected call' || call === null) return { outcome, key: subjectOf(outcome) }
    const isHidden = ({ index }: { index: number }): boolean => places[index]?.offset != null
    // Of equal calls, the one that the turn showed is the one that was expected.
    const other =
      outcome.rule === 'exactly' ? calls.find((each) => each.name === call.name && isHidden(each)) : undefined
    const index = places[isHidden(call) ? call.index : (other?.index ?? -1)]?.offset ?? null
    if (index === null) return { outcome, key: subjectOf(outcome) }
    return { outcome: { ...outcome, call: { ...call, index } }, key: `${subjectOf(outcome)} ${index}` }
  })
}

function subjectOf(outcome: Outcome): string {
  return 'by' in outcome && outcome.by !== undefined
    ? outcome.by
    : `${outcome.kind} ${outcome.at.line}:${outcome.at.column}`
}

/** Whether an outcome says more against the turn than what was found before. */
function isWorse({ outcome: { verdict }, key }: Judged, before: readonly Judged[]): boolean {
  if (verdict !== 'failed' && verdict !== 'not judged') return false
  const verdicts = before.filter((each) => each.key === key).map(({ outcome }) => outcome.verdict)
  return !verdicts.includes('failed') && !verdicts.includes(verdict)
}

function doubt(outcome: Outcome, { index }: TurnRun, { transcript, own }: Beside): Outcome {
  const names = own.possible.flatMap((offset) => {
    const entry = transcript[offset]
    return entry?.type === 'function_call' ? [entry.name] : []
  })
  const reason = `the stored session alone shows ${listSome([...new Set(names)], 3)}, and whether that belongs to turn ${index + 1} is not known`
  return { kind: 'value', verdict: 'not judged', at: outcome.at, subject: subjectOf(outcome), reason }
}
