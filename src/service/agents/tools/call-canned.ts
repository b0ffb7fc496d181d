import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import type { Tool } from '../../workspace/agent.ts'
import type { ToolOutcome } from '../../workspace/agent-function.ts'

/**
 * Calls a canned tool: uses the first case whose members are all in the arguments. If none fits, the tool fails, as a
 * real one would.
 */
export function callCanned(tool: Tool | undefined, given: JsonObject): ToolOutcome {
  const found = tool?.cases.find((each) => holds(given, each.with))
  if (tool === undefined || found === undefined) {
    const reason = tool === undefined ? 'there is no such tool' : 'nothing is known for these arguments'
    return { output: `Error: ${reason}`, value: null, isError: true, timeMs: tool?.timeMs ?? 0 }
  }
  const output = typeof found.output === 'string' ? found.output : JSON.stringify(found.output)
  return { output, value: found.output, isError: found.isError, timeMs: found.timeMs ?? tool.timeMs }
}

/** Whether a value contains another: every member for objects, equality for everything else. */
function holds(value: JsonValue | undefined, expected: JsonValue): boolean {
  if (!isJsonObject(expected)) return JSON.stringify(value) === JSON.stringify(expected)
  return (
    isJsonObject(value) &&
    Object.entries(expected).every(([key, member]) => holds(Object.hasOwn(value, key) ? value[key] : undefined, member))
  )
}
