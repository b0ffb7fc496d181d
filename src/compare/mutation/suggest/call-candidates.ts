import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../../base/json/json.ts'
import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import type { TurnView } from '../../../engine/transcript/turn-view.ts'
import { leavesOf, outputOf } from '../../../engine/transcript/values-in-text.ts'
import { writeArguments } from '../../../suite/language/matchers/read-matcher.ts'
import { type FoundList, listsIn } from '../operators/lists.ts'
import { datesIn, formatPath, isScalar, type Path } from '../operators/values.ts'

type Calls = JsonValue

/** A call as a list item: its name; for a failed call, also that it is an error. */
function callWith({ name, output }: ToolCall, details: JsonObject = {}): JsonValue {
  const all = { ...details, ...(output?.isError === true ? { is_error: true } : {}) }
  return Object.keys(all).length === 0 ? name : { [name]: all }
}

export function callsMade({ calls }: TurnView): Calls[] {
  return calls.map((call) => [callWith(call)])
}

/** Expects no other calls to be made; or none while the agent answers, whatever the stored session has beside them. */
export function callsAlone({ calls }: Pick<TurnView, 'calls'>): Calls[] {
  const alone = (all: readonly ToolCall[]): Calls =>
    all.length === 0 ? 'none' : { exactly: all.map((call) => callWith(call)) }
  return [alone(calls), { during: alone(calls.filter(({ phase }) => phase === 'during')) }]
}

/** Expects the calls in their order: by name and, where names repeat, by arguments. */
export function callsInOrder({ calls }: TurnView): Calls[] {
  const inputs = calls.map((call) => callWith(call, argumentsOf(call)))
  return calls.flatMap((call, index) => {
    const next = calls[index + 1]
    const [one, other] = [inputs[index], inputs[index + 1]]
    if (next === undefined || one === undefined || other === undefined) return []
    const names = [callWith(call), callWith(next)]
    return [names, [one, other]]
  })
}

/** The arguments of a call that are short enough to write down. */
function argumentsOf({ arguments: input }: ToolCall): JsonObject {
  const short = Object.entries(input).filter(([, value]) => JSON.stringify(value).length < 60)
  return short.length === 0 ? {} : { with: writeArguments(Object.fromEntries(short)) }
}

/** Expects the arguments of a call, one at a time; those alone that are others in a worse one. */
export function callGiven(call: ToolCall, worse: ToolCall | null = null): Calls[] {
  return Object.entries(call.arguments).flatMap(([key, value]) =>
    sameJson(value, worse?.arguments[key])
      ? []
      : loosened(value).map((each) => [callWith(call, { with: writeArguments({ [key]: each }) })]),
  )
}

/** Expects the arguments of each call, one at a time. */
export function callsGiven({ calls }: TurnView): Calls[] {
  return calls.flatMap((call) => callGiven(call))
}

/** Expects no other arguments of a call; at least no more of them. */
export function callGivenAlone(call: ToolCall): Calls[] {
  const input = call.arguments
  return [{ exactly: input }, { arguments: { length: Object.keys(input).length } }].map((each) => [
    callWith(call, each),
  ])
}

/** Expects the lists in the arguments and the output of a call to be in their order. */
export function callOrdered(call: ToolCall): Calls[] {
  const ordered = (value: JsonValue): JsonValue[] =>
    listsIn(value).flatMap((list) => (list.at === -1 ? [] : orderOf(list)))
  const inputs = ordered(call.arguments).map((order) => ({ with: order }))
  const returned = ordered(outputOf(call)).map((order) => ({ returns: order }))
  return [...inputs, ...returned].map((each) => [callWith(call, each)])
}

/** Expects just the items of each list in the arguments of a call, whatever their order; or how many. */
export function callGathered(call: ToolCall): Calls[] {
  return listsIn(call.arguments).flatMap(({ items, path }) => {
    const plain = items.every(isScalar) && items.length < 6
    const expected = [...(plain ? [{ 'in any order': [...items] }] : []), { length: items.length }]
    return expected.map((each) => [callWith(call, { with: at(path, each) })])
  })
}

/** Expects each date in the arguments of a call by its distance from the day of the turn. */
export function callDated(call: ToolCall, moment: string): Calls[] {
  const days = (date: string): number => (Date.parse(date.slice(0, 10)) - Date.parse(moment.slice(0, 10))) / 86_400_000
  return datesIn(call.arguments).flatMap(({ value, path }) => {
    const ahead = days(value)
    if (!Number.isInteger(ahead) || Math.abs(ahead) > 400) return []
    const on = ahead === 0 ? 'today' : `today ${ahead < 0 ? '-' : '+'} ${Math.abs(ahead)} d`
    return [[callWith(call, { with: at(path, { on }) })]]
  })
}

const at = (path: Path, value: JsonValue): JsonValue => (path.length === 0 ? value : { [formatPath(path)]: value })

/** What shows the order of a list, the shortest first: a value of one item, one member of all items, all of them. */
function orderOf({ items, at: differing, path }: FoundList): JsonValue[] {
  const leaves = leavesOf(items[differing] ?? null, isScalar)
  const single = path.length === 0 ? [] : leaves.map((leaf) => at([...path, differing, ...leaf.path], leaf.value))
  const lists = [...leaves.map((leaf) => project([...items], [differing, ...leaf.path])), [...items]]
  return [...single, ...lists.map((list) => at(path, list))]
}

/** A value with nothing in its objects but the members on a path; of lists, all items. */
function project(value: JsonValue, [step, ...rest]: readonly (string | number)[]): JsonValue {
  if (step === undefined) return value
  if (Array.isArray(value)) return value.map((each) => project(each, rest))
  return isJsonObject(value) ? { [step]: project(value[step] ?? null, rest) } : value
}

/** The value itself; for a long text, a part of it: a code, a number, or its first words. */
function loosened(value: JsonValue): JsonValue[] {
  if (typeof value !== 'string' || value.length <= 60) return [value]
  const numbers = value.match(/[\p{L}\d]*\d[\p{L}\d]*(?:[.,:/-][\p{L}\d]+)*/gu) ?? []
  const codes = numbers.filter((each) => /\p{L}/u.test(each))
  return [...codes, ...numbers, value.split(/\s+/).slice(0, 5).join(' ')].map((each) => ({ contains: each }))
}

/** All calls with all their short arguments and no others: for calls that no single argument tells apart. */
export function callsWhole({ calls }: TurnView): Calls[] {
  return [{ exactly: calls.map((call) => callWith(call, argumentsOf(call))) }]
}

/** Expects the phase of each call; all calls in one list where names do not tell them apart. */
export function callsInPhase({ calls }: Pick<TurnView, 'calls'>): Calls[] {
  const each = calls.map((call) => callWith(call, call.phase === null ? {} : { phase: call.phase }))
  return [...each.map((call) => [call]), { exactly: each }, ...callsAlone({ calls })]
}

/** Expects the output of a call, one value at a time; those alone that are others in a worse one. */
export function callReturning(call: ToolCall, worse: ToolCall | null): Calls[] {
  return returnsOf(call, worse).map((returns) => [callWith(call, { returns })])
}

/** Like `callReturning`, for calls that only their arguments tell apart. */
export function callPaired(call: ToolCall, worse: ToolCall | null): Calls[] {
  return returnsOf(call, worse).map((returns) => [
    callWith(call, { ...argumentsOf(call), returns } satisfies JsonObject),
  ])
}

/** What an output contains that a worse one does not: short values, or a short text. */
function returnsOf(call: ToolCall, worse: ToolCall | null): JsonValue[] {
  const output = outputOf(call)
  if (!isJsonObject(output) && !Array.isArray(output)) {
    if (output === null) return []
    const words = String(output).split(/\s+/).slice(0, 5).join(' ')
    return String(output).length > 60 ? [{ contains: words }, { 'ends with': String(output).slice(-40) }] : [output]
  }
  const others = new Map(
    worse === null ? [] : leavesOf(outputOf(worse), isScalar).map(({ path, value }) => [formatPath(path), value]),
  )
  return leavesOf(output, isScalar)
    .filter(({ value, path }) => others.get(formatPath(path)) !== value)
    .sort((one, other) => one.path.length - other.path.length)
    .slice(0, 40)
    .flatMap(({ value, path: [first = '', ...rest] }): JsonValue[] =>
      loosened(value).flatMap((each): JsonValue[] => {
        if (typeof first !== 'number') return [{ [formatPath([first, ...rest])]: each }]
        return [
          { contains: [rest.length === 0 ? each : { [formatPath(rest)]: each }] },
          project(output, [first, ...rest]),
        ]
      }),
    )
}
