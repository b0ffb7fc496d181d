import type { CallExpectation } from '../../suite/language/expectations/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { exactly, type Folding, turn } from './fold-text.ts'
import { matchCall, unknownTime } from './match-call.ts'
import { answerOf } from './outcome/answer.ts'
import type { CallOutcome, CallSeen, Outcome } from './outcome/outcome.ts'

/** The calls an expectation is about, narrowed to a phase where one is given, and all calls of the turn. */
export interface CallsInView {
  calls: readonly ToolCall[]
  turn: readonly ToolCall[]
  phase?: string
  /** Calls without a phase, which may belong to this one too. */
  unphased: readonly ToolCall[]
  /** Whether there may be further calls that nobody shows. */
  unseen: boolean
}

export function narrowView({ calls, turn, phase, unphased, unseen: hides }: CallsInView, to: string): CallsInView {
  const inPhase = calls.filter((call) => call.phase === to)
  const unseen = mayHide({ unseen: hides }, to)
  if (phase !== undefined) return { calls: inPhase, turn, phase: to, unphased: phase === to ? unphased : [], unseen }
  return { calls: inPhase, turn, phase: to, unphased: calls.filter((call) => call.phase === null), unseen }
}

/** Whether calls may be missing in a phase, or in any: those of pre and post are run, and shown, by the service itself. */
export function mayHide({ unseen }: Pick<CallsInView, 'unseen'>, phase: string | undefined): boolean {
  return unseen && phase !== 'pre' && phase !== 'post'
}

/** An outcome that further calls could turn, if some may be missing from what is shown. */
export type OpenOutcome = CallOutcome & { isOpen?: true }

export function viewCall({ index, name, phase, arguments: input }: ToolCall): CallSeen {
  return { index, name, phase, arguments: input }
}

/** `unsure` may match: something that decides is missing, ambiguous, or too short to identify its language. */
interface FittingCalls {
  sure: ToolCall[]
  unsure: ToolCall[]
}

/** Whether the tool succeeded matters only if the script says so; every other condition has to hold. */
export function fittingCalls(
  expected: CallExpectation,
  { calls, unphased }: CallsInView,
  folding: Folding = exactly,
): FittingCalls {
  const all: FittingCalls = { sure: [], unsure: [] }
  for (const call of calls) {
    const fit = fitOf(expected, call, folding)
    if (fit !== null) all[fit].push(call)
  }
  all.unsure.push(...unphased.filter((call) => fitOf(expected, call, folding) !== null))
  return all
}

function fitOf(expected: CallExpectation, call: ToolCall, folding: Folding): 'sure' | 'unsure' | null {
  const { returns, ...others } = expected
  if (returns !== undefined && call.output?.twice !== undefined) return fitOf(others, call, folding) && 'unsure'
  const misses = matchCall(expected, call, folding).filter(
    ({ path }) => path !== 'is_error' || expected.isError !== undefined,
  )
  if (answerOf(misses.filter(({ path }) => path !== 'phase' || call.phase !== null)) === 'fails')
    return !folding.turned && fitOf(expected, call, turn(folding)) !== null ? 'unsure' : null
  return misses.length > 0 || unknownTime(expected, call).length > 0 ? 'unsure' : 'sure'
}

/** No call of the whole turn may match, whether the tool succeeds or not, unless the script says which. */
export function evaluateNever(expected: CallExpectation, view: CallsInView): OpenOutcome[] {
  const { sure, unsure } = fittingCalls(expected, view, turn(exactly))
  const placed = (call: ToolCall): boolean => isPlaced(expected, call, view.turn)
  return forbid('never', expected.at, sure.filter(placed), unsure.filter(placed), mayHide(view, expected.phase?.value))
}

/** One failed outcome for each forbidden call, unjudged where it only may be; else a pass, open if calls may miss. */
export function forbid(
  rule: 'never' | 'none' | 'exactly' | 'only',
  at: Outcome['at'],
  calls: readonly ToolCall[],
  unsure: readonly ToolCall[],
  isOpen: boolean,
): OpenOutcome[] {
  const outcome = (verdict: CallOutcome['verdict'], call: ToolCall | null): CallOutcome => ({
    kind: 'unexpected call',
    verdict,
    at,
    rule,
    call: call === null ? null : viewCall(call),
  })
  if (calls.length > 0) return calls.map((call) => outcome('failed', call))
  return unsure.length > 0
    ? unsure.map((call) => outcome('not judged', call))
    : [{ ...outcome('passed', null), ...(isOpen ? { isOpen } : {}) }]
}

/** With `before`, the other call has to come first, if it comes or not; with `after`, this one may not follow it. */
function isPlaced({ before = [], after = [] }: CallExpectation, call: ToolCall, turn: readonly ToolCall[]): boolean {
  const cameEarlier = (tool: string): boolean => turn.some(({ name, index }) => name === tool && index < call.index)
  return before.every(({ value }) => !cameEarlier(value)) && after.every(({ value }) => cameEarlier(value))
}
