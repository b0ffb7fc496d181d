import { delayEntries } from '../mutant/delay-entries.ts'
import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'
import { tooLong } from './too-long.ts'

/** Each call whose time is told takes much longer, and all that comes after it comes later. */
export const slowTool: Operator = (turn, { timeLimitMs }) =>
  callsOf(turn).flatMap((each) => {
    const { output, call, name } = each
    if (output?.executionTimeMs == null || call.output === null) return []
    const executionTimeMs = Math.round(tooLong(timeLimitMs, output.executionTimeMs))
    const lateMs = executionTimeMs - output.executionTimeMs
    if (lateMs <= 0) return []
    const entries = withCall(turn.entries, each, {}, { executionTimeMs })
    return [
      {
        what: `${name} takes ${executionTimeMs / 1_000} s instead of ${output.executionTimeMs} ms`,
        entries: [...delayEntries(entries, lateMs, call.output.index)],
        lateMs,
      },
    ]
  })
