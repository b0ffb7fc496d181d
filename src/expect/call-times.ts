import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { orderMismatches } from './call-order.ts'
import { type CallsInView, seen } from './calls-in-view.ts'
import { match } from './match.ts'
import { matchCall, unknownTime } from './match-call.ts'
import type { Mismatch } from './mismatch.ts'
import type { CallOutcome } from './outcome.ts'

/** `times`: how many calls match, wherever they stand; each of them also keeps `before` and `after`. */
export function evaluateTimes(expected: readonly CallExpectation[], { calls, turn }: CallsInView): CallOutcome[] {
  return expected.flatMap((each): CallOutcome[] => {
    if (each.times === undefined) return []
    const found = calls.filter((call) => matchCall(each, call).length === 0)
    const miscounted = match(each.times, found.length, `the number of calls of ${each.name}`)
    const wrong = [
      ...miscounted,
      ...(miscounted.length > 0 && found.length === 0 ? nearest(each, calls) : []),
      ...found.flatMap((call) => orderMismatches(each, call, turn)),
    ]
    const mismatches = wrong.length > 0 ? wrong : found.flatMap((call) => unknownTime(each, call))
    const verdict = wrong.length > 0 ? 'failed' : mismatches.length > 0 ? 'not judged' : 'passed'
    const at = mismatches[0]?.at ?? each.times.at
    return [
      {
        kind: 'call count',
        verdict,
        at,
        name: each.name,
        mismatches,
        made: calls.map(seen),
        counted: found.map(({ index }) => index),
      },
    ]
  })
}

/** Why the calls of the name do not count: the mismatches of the one that comes closest. */
function nearest(expected: CallExpectation, calls: readonly ToolCall[]): Mismatch[] {
  const attempts = calls.filter(({ name }) => name === expected.name).map((call) => matchCall(expected, call))
  return attempts.sort((one, two) => one.length - two.length)[0] ?? []
}
