import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import { leavesOf, outputOf } from '../../../engine/transcript/values-in-text.ts'
import { writeArguments } from '../../../suite/language/read-matcher.ts'

/** A value of the key `calls`. */
type Calls = JsonValue

/** A call as a list item: its name; for a failed call, also that it is an error. */
function named({ name, output }: ToolCall, details: JsonObject = {}): JsonValue {
  const all = { ...details, ...(output?.isError === true ? { is_error: true } : {}) }
  return Object.keys(all).length === 0 ? name : { [name]: all }
}

/** Expects each call to be made. */
export function callsMade({ calls }: TurnView): Calls[] {
  return calls.map((call) => [named(call)])
}

/** Expects no other calls to be made. */
export function callsAlone({ calls }: TurnView): Calls[] {
  return [calls.length === 0 ? 'none' : { exactly: calls.map((call) => named(call)) }]
}

/** Expects the calls in their order: by name and, where names repeat, by arguments. */
export function callsInOrder({ calls }: TurnView): Calls[] {
  const given = calls.map((call) => named(call, argumentsOf(call)))
  return calls.flatMap((call, index) => {
    const next = calls[index + 1]
    const [one, other] = [given[index], given[index + 1]]
    return next === undefined || one === undefined || other === undefined
      ? []
      : [
          [named(call), named(next)],
          [one, other],
        ]
  })
}

/** The arguments of a call that are short enough to write down. */
function argumentsOf({ arguments: given }: ToolCall): JsonObject {
  const short = Object.entries(given).filter(([, value]) => JSON.stringify(value).length < 60)
  return short.length === 0 ? {} : { with: writeArguments(Object.fromEntries(short)) }
}

/** Expects the arguments of each call, one at a time. */
export function callsGiven({ calls }: TurnView): Calls[] {
  return calls.flatMap((call) =>
    Object.entries(call.arguments).flatMap(([key, value]) =>
      loosened(value).map((each) => [named(call, { with: writeArguments({ [key]: each }) })]),
    ),
  )
}

/** The value itself; for a long text, a part of it: a code, a number, or its first words. */
function loosened(value: JsonValue): JsonValue[] {
  if (typeof value !== 'string' || value.length <= 60) return [value]
  const numbers = value.match(/[\p{L}\d]*\d[\p{L}\d]*(?:[.,:/-][\p{L}\d]+)*/gu) ?? []
  const codes = numbers.filter((each) => /\p{L}/u.test(each))
  return [...codes, ...numbers, value.split(/\s+/).slice(0, 5).join(' ')].map((each) => ({ contains: each }))
}

/**
 * Expects all calls with all their short arguments and no other calls: for calls that no single argument tells
 * apart.
 */
export function callsWhole({ calls }: TurnView): Calls[] {
  return [{ exactly: calls.map((call) => named(call, argumentsOf(call))) }]
}

/** Expects the phase of each call; all calls in one list where names do not tell them apart. */
export function callsInPhase({ calls }: TurnView): Calls[] {
  const each = calls.map((call) => named(call, call.phase === null ? {} : { phase: call.phase }))
  return [...each.map((call) => [call]), { exactly: each }]
}

/** Expects the output of each call, one value at a time. */
export function callsReturning({ calls }: TurnView): JsonValue[] {
  return calls.flatMap((call) => returnsOf(call).map((returns) => [named(call, { returns })]))
}

/** Like `callsReturning`, for calls that only their arguments tell apart. */
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
