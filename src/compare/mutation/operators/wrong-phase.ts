import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Each call that tells its phase in another one. */
export const wrongPhase: Operator = (turn) =>
  callsOf(turn).flatMap((each) => {
    if (each.call.phase === null) return []
    const phase = each.call.phase === 'during' ? 'post' : 'during'
    const output = each.output?.phase == null ? {} : { phase }
    return [
      {
        what: `${each.name} runs in phase ${phase} instead of ${each.call.phase}`,
        entries: withCall(turn.entries, each, { phase }, output as { phase?: typeof phase }),
      },
    ]
  })
