import type { JsonObject } from '../../../base/json/json.ts'
import { redactEnvironment, redactEnvironmentIn, UnsetVariable } from '../../../base/secrets/environment.ts'
import { withinLimit } from '../../../base/time-limit.ts'
import { type CompiledSchema, compileSchema } from '../../../suite/language/matchers/json-schema.ts'
import type { AgentTool, ToolSource } from '../../workspace/agent.ts'
import type { ToolCaller, ToolOutcome } from '../../workspace/agent-function.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import type { Edition } from '../code/agent-code.ts'
import { callCanned, refusedCall } from '../code/call-canned.ts'
import { writeOutput } from '../code/output.ts'
import { readThrown } from '../code/read-thrown.ts'
import { prepareHttp } from './ask-http.ts'
import type { McpServers } from './mcp-servers.ts'

/**
 * Calls a tool of an agent that thinks; what a real one could fail by is an output with `isError`.
 * @throws AgentError for a tool that cannot be asked: no such module, variable of the environment, program or server
 */
export async function callTool(
  tool: AgentTool,
  args: JsonObject,
  caller: ToolCaller,
  servers: McpServers,
  code: Edition,
): Promise<ToolOutcome> {
  const refused = refusedArguments(tool, args)
  if (refused !== null) return refusedCall(refused)
  if (tool.source === undefined) return callCanned(tool, args)
  const { name, source, timeoutMs: limitMs = 10_000 } = tool
  const ask = await withinLimit(Number.POSITIVE_INFINITY, caller.signal, () => prepare(name, source, servers, code))
  caller.signal.throwIfAborted() // nobody would stop a call that starts now
  const started = performance.now()
  const since = (): number => Math.round(performance.now() - started)
  try {
    const answer = await withinLimit(
      limitMs,
      caller.signal,
      ({ signal }) => ask(args, { ...caller, signal }),
      () => new Error(`${name} took longer than ${limitMs} ms`),
    )
    return { ...redactOutput(writeOutput(answer)), isError: false, timeMs: since() }
  } catch (error) {
    caller.signal.throwIfAborted()
    if (error instanceof AgentError) throw error
    const { words } = readThrown(error)
    return { output: `Error: ${redactEnvironment(words).slice(0, 2_000)}`, value: null, isError: true, timeMs: since() }
  }
}

/** An output without the secrets of the environment, in its text and in its value. */
function redactOutput({ output, value }: ReturnType<typeof writeOutput>): ReturnType<typeof writeOutput> {
  const clean = redactEnvironmentIn(value)
  if (clean !== value && typeof value !== 'string') return { output: JSON.stringify(clean), value: clean }
  return { output: redactEnvironment(output), value: clean }
}

/** Prepares what a live tool needs before it can be asked. @throws AgentError */
async function prepare(name: string, source: ToolSource, servers: McpServers, code: Edition): Promise<Ask> {
  try {
    if (source.kind === 'module') {
      const run = await code.tool(source)
      return async (args, caller) => run(args, caller)
    }
    if (source.kind === 'http') return prepareHttp(source)
    const { call } = await servers.find(source)
    return (args, { signal }) => call(args, signal)
  } catch (error) {
    if (error instanceof UnsetVariable)
      throw new AgentError(`the tool ${name} cannot be asked: ${error.message}`, 'script')
    throw error
  }
}

type Ask = (given: JsonObject, caller: ToolCaller) => Promise<unknown>

/** Compiled schemas by their objects: looking them up by text would take longer than validating. */
const schemas = new WeakMap<JsonObject, CompiledSchema>()

function refusedArguments({ name, parameters, source }: AgentTool, args: JsonObject): string | null {
  const schema = schemas.get(parameters) ?? compileSchema(parameters)
  schemas.set(parameters, schema)
  // it uses something only its server understands, and the server checks it anyway
  if (!schema.ok && source?.kind === 'mcp') return null
  if (!schema.ok) throw new AgentError(`the parameters of ${name} are no JSON Schema: ${schema.reason}`, 'script')
  const broken = schema.violations(args)
  if (broken.length === 0) return null
  const faults = broken.slice(0, 5).map(({ path, expected }) => `${path === '' ? 'they' : path}: ${expected}`)
  return `the arguments of ${name} are refused: ${faults.join('; ')}`
}
