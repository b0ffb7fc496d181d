import type { JsonValue } from '../../../base/json.ts'
import { redactKeys } from '../../../base/secret-keys.ts'
import { alter } from '../mutant/alter.ts'
import { callsOf, withCall } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Each argument of each call with another value. */
export const changeArgument: Operator = (turn, { choose }) =>
  callsOf(turn).flatMap((each) => {
    const { entry, call, name } = each
    return Object.entries(entry.arguments).map(([key, value]) => {
      const altered = alter(value, (leaves) => choose(leaves, 'change argument', turn.index, call.index, key))
      const given = { ...entry.arguments, [key]: altered }
      return {
        what: `${name} gets ${key} ${show(altered)} instead of ${show(value)}`,
        entries: withCall(turn.entries, each, { arguments: given }),
      }
    })
  })

function show(value: JsonValue): string {
  const text = redactKeys(JSON.stringify(value)) // a cut key could not be found
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
