import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Swaps the outputs of each two successive calls of the same function, where they differ. */
export const swapOutputs: Operator = (turn) => {
  const calls = callsOf(turn).filter(({ output }) => output !== null)
  return calls.flatMap((first, index) => {
    const second = calls.slice(index + 1).find(({ call }) => call.name === first.call.name)
    if (second?.output == null || first.output === null) return []
    const { output: one, is_error: failed } = first.output
    const { output: other, is_error: otherFailed } = second.output
    if (one === other && failed === otherFailed) return []
    const half = withCall(turn.entries, first, {}, { output: other, is_error: otherFailed })
    const entries = withCall(half, second, {}, { output: one, is_error: failed })
    return [{ what: `${first.name} and ${second.name} get the output of each other`, entries }]
  })
}
