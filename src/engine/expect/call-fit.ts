import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { CallsInView } from './calls-in-view.ts'
import { exactly, type Folding, turn } from './fold-text.ts'
import { matchCall, unknownTime } from './match-call.ts'

/**
 * Calls that an expectation counts or forbids, and those of which that is not known: their phase, their time or a member
 * that must not be something is missing, or their output says one thing twice.
 */
export interface FittingCalls {
  sure: ToolCall[]
  unsure: ToolCall[]
}

/** Whether a tool succeeds or fails decides only where the script says which; every other condition has to hold. */
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
  if (misses.some(({ path }) => path !== 'phase' || call.phase !== null))
    return !folding.turned && fitOf(expected, call, turn(folding)) !== null ? 'unsure' : null
  return misses.length > 0 || unknownTime(expected, call).length > 0 ? 'unsure' : 'sure'
}
