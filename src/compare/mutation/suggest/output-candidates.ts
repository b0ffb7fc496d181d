import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import { leavesOf, outputOf } from '../../../engine/transcript/leaves.ts'
import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import { argumentsOf, named } from './call-candidates.ts'

/** What each call gives back, a value at a time. */
export function callsReturning({ calls }: TurnView): JsonValue[] {
  return calls.flatMap((call) => returnsOf(call).map((returns) => [named(call, { returns })]))
}

/** The same, for calls that are distinguished by their arguments. */
export function callsPaired({ calls }: TurnView): JsonValue[] {
  return calls.flatMap((call) =>
    returnsOf(call).map((returns) => [named(call, { ...argumentsOf(call), returns } satisfies JsonObject)]),
  )
}

/** What an output contains: short values of the first levels, or a short text. */
function returnsOf(call: ToolCall): JsonValue[] {
  const output = outputOf(call)
  if (!isJsonObject(output) && !Array.isArray(output)) {
    if (output === null) return []
    const words = String(output).split(/\s+/).slice(0, 5).join(' ')
    return String(output).length > 60 ? [{ contains: words }] : [output]
  }
  return leavesOf(output)
    .filter(({ value, path }) => path.length <= 3 && String(value).length <= 40)
    .slice(0, 40)
    .map(({ value, path: [first = '', ...rest] }) =>
      typeof first === 'number'
        ? { contains: [rest.length === 0 ? value : { [pathText(rest)]: value }] }
        : { [pathText([first, ...rest])]: value },
    )
}

function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}
