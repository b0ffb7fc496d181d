import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Each call of the turn left out. */
export const dropCall: Operator = (turn) =>
  callsOf(turn).map((each) => ({
    what: `${each.name} is not called`,
    entries: withCall(turn.entries, each, null, null),
  }))
