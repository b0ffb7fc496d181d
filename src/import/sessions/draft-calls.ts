import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { loosen } from '../../engine/transcript/find-word.ts'
import { leavesOf, outputOf } from '../../engine/transcript/leaves.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { writeArguments } from '../../suite/language/write-literal.ts'
import { indent, writeItem } from '../../suite/yaml/write-yaml.ts'
import { type Sources, shapeArguments } from './shape-arguments.ts'

/** What the calls of a turn are held against, beside the calls: all that came before the turn. */
export interface CallContext extends Omit<Sources, 'given'> {
  given: Set<JsonValue>
}

/** What is expected of the calls, as the value of `calls`; the outputs of the calls are added to what is `given`. */
export function draftCalls(calls: readonly ToolCall[], context: CallContext): string[] {
  if (calls.length === 0) return ['calls: none']
  const items = calls.map((call) => {
    const before = callsDoneBefore(call, calls)
    const seen = new Set(context.given)
    for (const done of before) for (const { value } of leavesOf(outputOf(done))) seen.add(value)
    return writeItem(draftCall(call, { ...context, given: seen }), 10)
  })
  for (const call of calls) for (const { value } of leavesOf(outputOf(call))) context.given.add(value)
  return ['calls:', ...indent(inTheirOrder(calls, items.flat(), context.exact))]
}

/** Calls that were all made at once have no order: what else may come is then ruled out by their number. */
function inTheirOrder(calls: readonly ToolCall[], lines: string[], exact: boolean): string[] {
  if (atOnce(calls)) return ['any order:', ...indent(lines), ...(exact ? [`count: ${calls.length}`] : [])]
  return exact ? ['exactly:', ...indent(lines)] : lines
}

/** One call: its arguments, its phase where it was recorded, and that it fails where it did. */
function draftCall(call: ToolCall, sources: Sources): JsonValue {
  const { name, arguments: given, phase, output } = call
  const shaped = writeArguments(shapeArguments(given, sources))
  const details: JsonObject = {
    ...(sources.exact ? { exactly: shaped } : Object.keys(given).length === 0 ? {} : { with: shaped }),
    ...(output?.isError === true ? { is_error: true } : {}),
    ...(phase === null ? {} : { phase }),
  }
  return Object.keys(details).length === 0 ? name : { [name]: details }
}

function callsDoneBefore(call: ToolCall, calls: readonly ToolCall[]): ToolCall[] {
  return calls.filter(({ output }) => output !== null && output.index < call.index)
}

/** Several calls, all made before the first of them was answered: their order says nothing. */
function atOnce(calls: readonly ToolCall[]): boolean {
  const firstOutput = Math.min(...calls.map(({ output }) => output?.index ?? Number.POSITIVE_INFINITY))
  return calls.length > 1 && calls.every(({ index }) => index < firstOutput)
}

/** What a user has said, and what the session knew from the start, as arguments are looked up in it. */
export function wordsOf(texts: readonly string[], variables: JsonValue): string {
  const values = isJsonObject(variables) ? leavesOf(variables).map(({ value }) => String(value)) : []
  return loosen([...values, ...texts].join('\n'))
}
