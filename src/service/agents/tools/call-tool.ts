import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import { compileSchema } from '../../../suite/language/json-schema.ts'
import type { Tool, ToolSource } from '../../workspace/agent.ts'
import type { ToolCaller, ToolFunction, ToolOutcome } from '../../workspace/agent-function.ts'
import { loadExport } from './load-module.ts'

/** The longest output of a tool, in characters; a longer one is an error, as it would be for a model. */
export const mostOutput: number = 1024 * 1024

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

/**
 * Calls a tool of an agent that thinks. Arguments that its schema refuses, a tool that throws, takes too long or gives
 * too much are outputs with `isError`, which the agent can read, as it could those of a real one; nothing rejects.
 */
export async function callTool(tool: Tool | undefined, given: JsonObject, caller: ToolCaller): Promise<ToolOutcome> {
  const refused = tool === undefined ? null : refusedArguments(tool, given)
  if (refused !== null) return { output: `Error: ${refused}`, value: null, isError: true, timeMs: 0 }
  if (tool?.source === undefined) return callCanned(tool, given)
  const started = performance.now()
  const since = (): number => Math.round(performance.now() - started)
  const limit = tool.timeoutMs ?? 10_000
  const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(limit)])
  try {
    const value = (await untilAborted(ask(tool.source, given, { ...caller, signal }), signal)) ?? null
    const output = typeof value === 'string' ? value : JSON.stringify(value)
    if (output.length > mostOutput) throw new Error(`the output has more than ${mostOutput} characters`)
    return { output, value: typeof value === 'string' ? readJson(value) : value, isError: false, timeMs: since() }
  } catch (error) {
    caller.signal.throwIfAborted()
    const late = signal.aborted ? `${tool.name} took longer than ${limit} ms` : messageOf(error)
    return { output: `Error: ${late.slice(0, 2_000)}`, value: null, isError: true, timeMs: since() }
  }
}

/** What an agent calls gives up when its turn does, also where it does not listen to the signal. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Asks a live tool. @throws whatever it throws */
async function ask(source: ToolSource, given: JsonObject, caller: ToolCaller): Promise<JsonValue | undefined> {
  const tool = await loadExport<ToolFunction>(source)
  return tool(given, caller)
}

function refusedArguments({ name, parameters }: Tool, given: JsonObject): string | null {
  const schema = compileSchema(parameters)
  if (!schema.ok) return `the parameters of ${name} are no JSON Schema: ${schema.reason}`
  const broken = schema.violations(given)
  if (broken.length === 0) return null
  const shown = broken.slice(0, 5).map(({ path, expected }) => `${path === '' ? 'they' : path}: ${expected}`)
  return `the arguments of ${name} are refused: ${shown.join('; ')}`
}

/** A text as the JSON that it is, or as it stands. */
function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : `failed with ${String(error)}`
}

/** Whether a value contains another: every member for objects, equality for everything else. */
function holds(value: JsonValue | undefined, expected: JsonValue): boolean {
  if (!isJsonObject(expected)) return JSON.stringify(value) === JSON.stringify(expected)
  return (
    isJsonObject(value) &&
    Object.entries(expected).every(([key, member]) => holds(Object.hasOwn(value, key) ? value[key] : undefined, member))
  )
}
