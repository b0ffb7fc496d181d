import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import type { Tool } from '../workspace/scripted-behaviour.ts'

/** What a tool gave back: its text, and the value that templates read from it. */
export interface ToolResult {
  output: string
  value: JsonValue
  isError: boolean
  timeMs: number
}

/** Calls a scripted tool: the first case whose members are all in the arguments. None fitting is an error of the tool, as with a real one. */
export function callTool(tool: Tool | undefined, given: JsonObject): ToolResult {
  const found = tool?.cases.find((each) => holds(given, each.with))
  if (tool === undefined || found === undefined) {
    const reason = tool === undefined ? 'there is no such tool' : 'nothing is known for these arguments'
    return { output: `Error: ${reason}`, value: null, isError: true, timeMs: tool?.timeMs ?? 0 }
  }
  const output = typeof found.output === 'string' ? found.output : JSON.stringify(found.output)
  return { output, value: found.output, isError: found.isError, timeMs: found.timeMs ?? tool.timeMs }
}

/** Whether a value holds another: every member of an object, every other kind equal. */
function holds(value: JsonValue | undefined, expected: JsonValue): boolean {
  if (!isJsonObject(expected)) return JSON.stringify(value) === JSON.stringify(expected)
  return (
    isJsonObject(value) &&
    Object.entries(expected).every(([key, member]) => holds(Object.hasOwn(value, key) ? value[key] : undefined, member))
  )
}
