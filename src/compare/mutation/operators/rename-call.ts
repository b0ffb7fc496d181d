import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Each call made to another function of the same phase, or to a made-up one where no other is known. */
export const renameCall: Operator = (turn, { functions, choose }) =>
  callsOf(turn).map((each) => {
    const { call } = each
    const others = functions[call.phase ?? 'during'].filter((name) => name !== call.name)
    const name = choose(others, 'rename call', turn.index, call.index) ?? `${call.name}_v2`
    return {
      what: `${name} is called instead of ${each.name}`,
      entries: withCall(turn.entries, each, { name }, { name }),
    }
  })
