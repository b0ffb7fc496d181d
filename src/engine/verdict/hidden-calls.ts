import type { CallsExpectation } from '../../suite/language/calls-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { evaluateTurn } from '../expect/evaluate-turn.ts'
import type { Outcome } from '../expect/outcome.ts'
import { type AnsweredTurn, type ConversationRun, everyTaken, shownEntries } from '../run/conversation-run.ts'
import { alignStored, type HiddenEntry } from '../transcript/align-stored.ts'
import { phaseOf } from '../transcript/tool-call.ts'
import { viewTurn } from '../transcript/turn-view.ts'

/**
 * Checks `never` of the turns against calls that only the stored session shows (TRN-21): a forbidden call
 * happened, whoever shows it. Other expectations ignore these calls, since they are about the answer. Only if
 * the turns add up to the session is it known which turn a call belongs to.
 */
export function judgeHidden(plan: Plan, run: ConversationRun): Outcome[] {
  if (run.session?.ok !== true) return []
  const { transcript } = run.session.session
  const { hidden, parting } = alignStored(transcript, shownEntries(run))
  if (parting !== null || hidden.length === 0) return []
  let end = 0
  return everyTaken(run).flatMap((turn) => {
    if (turn.kind !== 'answered') return []
    const begin = end
    end += turn.view.entries.length
    const isOf = ({ offset, shownBefore }: HiddenEntry): boolean =>
      isPre(transcript[offset]) ? shownBefore >= begin && shownBefore < end : shownBefore > begin && shownBefore <= end
    const own = hidden.filter(isOf).map(({ offset, shownBefore }) => ({ offset, shownBefore: shownBefore - begin }))
    return own.length > 0 && run.turns.includes(turn) ? judgeBeside(plan, turn, transcript, own) : []
  })
}

function isPre(entry: TranscriptEntry | undefined): boolean {
  return entry !== undefined && phaseOf(entry) === 'pre'
}

/** Judges a turn including the calls that only the stored session shows beside it, and returns what they break. */
function judgeBeside(
  { everyTurn }: Plan,
  { turn, view, index }: AnsweredTurn,
  transcript: readonly TranscriptEntry[],
  hidden: readonly HiddenEntry[],
): Outcome[] {
  const expected = [turn.expect, ...everyTurn].flatMap((each) => {
    const calls = each?.calls === undefined ? null : onlyNever(each.calls)
    return each === undefined || calls === null ? [] : [{ at: each.at, calls }]
  })
  const beforeEntry = (shown: number): HiddenEntry[] => hidden.filter(({ shownBefore }) => shownBefore === shown)
  const places = [...view.entries, null].flatMap((entry, shown) => [
    ...beforeEntry(shown).map(({ offset }) => ({ offset, entry: transcript[offset] })),
    ...(entry === null ? [] : [{ offset: null, entry }]),
  ])
  const whole = viewTurn(places.flatMap(({ entry }) => entry ?? []))
  return expected
    .flatMap((each) => evaluateTurn(each, { view: whole, turnMs: null, refusal: null }))
    .flatMap((outcome): Outcome[] => {
      if (outcome.kind !== 'unexpected call' || outcome.call === null) return []
      const offset = places[outcome.call.index]?.offset ?? null
      return offset === null ? [] : [{ ...outcome, call: { ...outcome.call, index: offset }, beside: index }]
    })
}

/** Reduces an expectation to the calls that it forbids by name, in any phase; null if there are none. */
function onlyNever({ at, never, pre, during, post }: CallsExpectation): CallsExpectation | null {
  const phases = Object.entries({ pre, during, post }).flatMap(([phase, calls]) => {
    const left = calls === undefined ? null : onlyNever(calls)
    return left === null ? [] : [[phase, left] as const]
  })
  if (never === undefined && phases.length === 0) return null
  return { at, ...(never === undefined ? {} : { never }), ...Object.fromEntries(phases) }
}
