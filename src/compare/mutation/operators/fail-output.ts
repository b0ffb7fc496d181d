import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Each call with an output that fails; one that failed succeeds. */
export const failOutput: Operator = (turn) =>
  callsOf(turn).flatMap((each) => {
    if (each.output === null) return []
    const failed = each.output.is_error
    const output = failed
      ? { output: '{"ok":true}', is_error: false }
      : { output: '{"error":"internal error"}', is_error: true }
    return [
      { what: `${each.name} ${failed ? 'succeeds' : 'fails'}`, entries: withCall(turn.entries, each, {}, output) },
    ]
  })
