import { isJsonObject, type JsonValue, sameJson } from '../../../base/json/json.ts'
import { mapMembers } from '../../../base/json/walk-json.ts'
import { cutJson } from '../../../base/privacy/cut.ts'
import { isPrivateName } from '../../../base/privacy/find.ts'
import type { ToolCall } from '../../../engine/transcript/tool-call.ts'
import { leavesOf, outputOf, type TextLeaf } from '../../../engine/transcript/values-in-text.ts'
import { readIsoDate } from '../../../suite/language/matchers/date.ts'
import type { Mutation } from '../mutant/mutant.ts'
import type { HeardTurn } from '../mutant/talk.ts'
import { type CallEntries, callsOf, withCall } from './call-entries.ts'
import { isUnwritable, withOtherDigit } from './facts-in.ts'
import type { MutationOperator } from './operator.ts'

/** The members and items that lead to a value. */
export type Path = readonly (string | number)[]

/** Changes each argument of each call. */
export const changeArgument: MutationOperator = (turn, { choose }) =>
  callsOf(turn).flatMap((each) => {
    const { entry, call, name } = each
    return Object.entries(entry.arguments).map(([key, value]) => {
      const altered = alter(value, key, (leaves) => choose(leaves, 'change argument', turn.index, call.index, key))
      const changedArguments = { ...entry.arguments, [key]: altered }
      return {
        what: `${name} gets ${key} ${cutJson(altered, 60)} instead of ${cutJson(value, 60)}`,
        entries: withCall(turn.view.entries, each, { arguments: changedArguments }),
      }
    })
  })

/** Gives each call an argument that it does not have. */
export const addArgument: MutationOperator = (turn) =>
  callsOf(turn).flatMap((each) => {
    const { entry, name } = each
    const [key, value] = 'to' in entry.arguments ? ['bcc', 'somebody@elsewhere.example'] : ['force', true]
    if (Object.hasOwn(entry.arguments, key)) return []
    const moreArguments = { ...entry.arguments, [key]: value }
    return [
      { what: `${name} also gets ${key}`, entries: withCall(turn.view.entries, each, { arguments: moreArguments }) },
    ]
  })

/** Changes one value of the output of each call, if possible one that can be written into a suite. */
export const changeOutput: MutationOperator = (turn, { choose }) =>
  eachOutput(turn, (output, { call, name }) => {
    const leaves = leavesOf(output, isScalar)
    const writable = leaves.filter(
      ({ value, path }) => !isUnwritable(value, path.at(-1)) && !path.some((step) => isUnwritable(step)),
    )
    const leaf = choose(writable.length > 0 ? writable : leaves, 'change output', turn.index, call.index)
    if (leaf === undefined) return null
    const { path } = leaf
    const altered = alterScalar(leaf.value, path.at(-1))
    const where = path.length === 0 ? '' : `${formatPath(path)} `
    const what = `${name} returns ${where}${cutJson(altered, 60)} instead of ${cutJson(leaf.value, 60)}`
    return { what, value: replaceAt(output, path, altered) }
  })

/** Moves a date of the arguments of each call to the next day; its time of day stays. */
export const shiftDate: MutationOperator = (turn, { choose }) =>
  eachGiven(turn, (value, { call, name }) => {
    const leaf = choose(datesIn(value), 'shift date', turn.index, call.index)
    if (leaf === undefined) return null
    const altered = nextDay(leaf.value)
    const what = `${name} gets ${formatPath(leaf.path)} ${cutJson(altered, 60)}, a day after ${cutJson(leaf.value, 60)}`
    return { what, value: replaceAt(value, leaf.path, altered) }
  })

/** The dates in a value, with or without a time of day, that are not private: the day before one would give it away. */
export function datesIn(value: JsonValue): TextLeaf<string>[] {
  const isDay = (leaf: JsonValue): leaf is string => typeof leaf === 'string' && readIsoDate(leaf, 'Z') !== null
  return leavesOf(value, isDay).filter(({ path }) => !path.some((step) => isPrivateName(String(step))))
}

const nextDay = (date: string): string =>
  date.replace(/\d{4}-\d\d-\d\d/, (day) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10))

export const isScalar = (value: JsonValue): value is Scalar => value !== null && typeof value !== 'object'

type Scalar = string | number | boolean

/** A value with one change. */
export interface ValueEdit {
  what: string
  value: JsonValue
}

type EditValue = (value: JsonValue, each: CallEntries) => ValueEdit | null

/** The turn with the arguments of each call edited, one call at a time; null leaves them as they are. */
export function eachGiven(turn: HeardTurn, edit: EditValue): Mutation[] {
  return callsOf(turn).flatMap((each) => {
    const edited = edit(each.entry.arguments, each)
    if (edited === null || !isJsonObject(edited.value)) return []
    return [{ what: edited.what, entries: withCall(turn.view.entries, each, { arguments: edited.value }) }]
  })
}

/** The turn with each output edited, one at a time; null leaves one as it is. */
export function eachOutput(turn: HeardTurn, edit: EditValue): Mutation[] {
  return callsOf(turn).flatMap((each) => {
    const edited =
      each.output === null || each.call.output?.twice !== undefined ? null : edit(outputOf(each.call), each)
    if (edited === null) return []
    const output = each.call.output?.json === undefined ? String(edited.value) : JSON.stringify(edited.value)
    return [{ what: edited.what, entries: withCall(turn.view.entries, each, {}, { output }) }]
  })
}

/** The calls whose arguments or outputs a worse turn changes, each with what it became; all where their number differs. */
export function changedCalls(
  calls: readonly ToolCall[],
  worse: readonly ToolCall[],
): { call: ToolCall; worse: ToolCall | null }[] {
  if (calls.length !== worse.length) return calls.map((call) => ({ call, worse: null }))
  return calls.flatMap((call, index) => {
    const other = worse[index] ?? null
    const differs = !sameJson([call.arguments, outputOf(call)], [other?.arguments, other && outputOf(other)])
    return differs ? [{ call, worse: other }] : []
  })
}

/** The path of a member as it is written in a suite: `items[0].id`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** Returns the value with one leaf changed, picked by `choose`: another number, text or truth value. */
function alter(value: JsonValue, key: string, choose: ChooseLeaf): JsonValue {
  if (typeof value === 'boolean') return !value
  const leaf = choose(leavesOf(value))
  return leaf === undefined ? 'unknown' : replaceAt(value, leaf.path, alterScalar(leaf.value, leaf.path.at(-1) ?? key))
}

type ChooseLeaf = (leaves: readonly TextLeaf[]) => TextLeaf | undefined

/** The value with another one at a path. */
export function replaceAt(value: JsonValue, [step, ...rest]: Path, by: JsonValue): JsonValue {
  if (step === undefined) return by
  return mapMembers(value, (each, key) => (key === step ? replaceAt(each, rest, by) : each))
}

/** Increments the last digit; a text without digits, or that nobody could write into a suite, becomes another text. */
function alterScalar(value: Scalar, member: string | number | undefined): Scalar {
  if (typeof value === 'boolean') return !value
  if (isUnwritable(value, member)) return 'something else'
  if (typeof value === 'number') return value + 1
  const altered = withOtherDigit(value)
  return altered === value ? 'something else' : altered
}
