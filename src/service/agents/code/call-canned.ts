import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../../base/json/json.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import { type AgentTool, isEnabled } from '../../workspace/agent.ts'
import type { ToolOutcome } from '../../workspace/agent-function.ts'

export type CannedTool = Pick<AgentTool, 'name' | 'cases' | 'timeMs'>

/** Uses the first case whose members are all in the arguments; without one, the call fails like a real one. */
export function callCanned(tool: CannedTool, args: JsonObject): ToolOutcome {
  const match = tool.cases.find((each) => holds(args, each.with))
  if (match === undefined) return refusedCall('nothing is known for these arguments', tool.timeMs)
  const output = typeof match.output === 'string' ? match.output : JSON.stringify(match.output)
  return { output, value: match.output, isError: match.isError, timeMs: match.timeMs ?? tool.timeMs }
}

/** How a call fails that never reaches its tool. */
export function refusedCall(reason: string, timeMs = 0): ToolOutcome {
  return { output: `Error: ${reason}`, value: null, isError: true, timeMs }
}

/** Whether a value contains another: objects must have every expected member, anything else must be equal. */
function holds(value: JsonValue | undefined, expected: JsonValue): boolean {
  if (!isJsonObject(expected)) return JSON.stringify(value) === JSON.stringify(expected)
  return (
    isJsonObject(value) &&
    Object.entries(expected).every(([key, member]) => holds(Object.hasOwn(value, key) ? value[key] : undefined, member))
  )
}

/** Tools whose outcome needs no asking: canned ones for any arguments. The code thread has copies of them. */
export function foreknownTools(tools: readonly AgentTool[], config: BlueprintConfig): CannedTool[] {
  return tools
    .filter(({ source, parameters }) => source === undefined && sameJson(parameters, { type: 'object' }))
    .filter(({ name }) => isEnabled(name, config))
    .map(({ name, cases, timeMs }) => ({ name, cases, timeMs }))
}
