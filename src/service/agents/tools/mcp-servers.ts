import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { longestTimerMs } from '../../../base/breathe.ts'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { fillFromEnvironment, redactEnvironment, UnsetVariable } from '../../../base/secrets/environment.ts'
import { suggest } from '../../../base/text/suggest.ts'
import { type TimeLimit, withinLimit } from '../../../base/time-limit.ts'
import { guardedFetch, troubleOf } from '../../../wire/client/guard.ts'
import type { McpServer, McpSource } from '../../workspace/agent.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import { checkAnswer } from '../check-answer.ts'
import { moveCredentials } from './make-request.ts'
import { readResult } from './mcp-result.ts'
import { loadSdk, type McpSdk } from './mcp-sdk.ts'
import { openProgram } from './program-transport.ts'

export interface McpTool {
  name: string
  description: string
  parameters: JsonObject
}

export interface ReadyTool extends McpTool {
  /** @throws Error for whatever the server reports as wrong, and if it dies meanwhile */
  call(given: JsonObject, signal: AbortSignal): Promise<JsonValue>
}

/** The MCP servers of a service: each is started on first use, and shared by all turns. */
export type McpServers = ReturnType<typeof createMcpServers>

type Connection = Awaited<ReturnType<typeof open>>

/** Creates the servers of a service; none is started yet. */
export function createMcpServers() {
  const connections = new Map<McpServer, Promise<Connection>>()
  const opening = new AbortController()
  let edition = 1
  const changed = (): void => {
    edition += 1
  }
  const ending = new Set<Promise<void>>()
  const keep = (end: Promise<void>): void => {
    ending.add(end)
    end.finally(() => ending.delete(end))
  }
  const connect = (server: McpServer): Promise<Connection> => {
    const openConnection = connections.get(server)
    if (openConnection !== undefined) return openConnection
    const forget = (): void => {
      changed()
      if (connections.get(server) === connection) connections.delete(server)
    }
    const connection = open(server, opening.signal, { forget, keep, changed })
    connections.set(server, connection)
    connection.catch(forget)
    return connection
  }
  const forgetAll = (end: (connection: Connection) => void): void => {
    changed()
    for (const each of connections.values()) each.then(end, () => undefined)
    connections.clear()
  }
  return {
    /** A server's tool; starts the server, also after it died. @throws AgentError for no start, or no such tool */
    async find({ server, tool }: McpSource): Promise<ReadyTool> {
      opening.signal.throwIfAborted()
      const connection = await connect(server)
      const tools = await connection.tools()
      const match = tools.get(tool)
      if (match === undefined) throw missingTool(server, tool, [...tools.keys()])
      return { ...match, call: (args, signal) => connection.call(tool, args, signal) }
    },
    /** A number that changes whenever a server may describe its tools differently than before. */
    edition: () => edition,
    /** Ends the servers once their calls are done; from now on, a request starts new ones. */
    retire: () => forgetAll((each) => each.retire()),
    /** Ends the servers; resolves when none is running any more. */
    async close(): Promise<void> {
      const openConnections = [...connections.values()]
      opening.abort(new AgentError('the service is closed', 'service'))
      forgetAll((each) => each.close())
      await Promise.allSettled(openConnections)
      await Promise.all(ending)
    },
  }
}

function missingTool({ name }: McpServer, tool: string, names: readonly string[]): AgentError {
  const near = suggest(tool, names)
  const hint =
    names.length === 0 ? 'it has none' : near === undefined ? `it has ${names.join(', ')}` : `did you mean ${near}?`
  return new AgentError(`the MCP server ${name} has no tool ${tool}; ${hint}`, 'script')
}

/** Starts a server, or connects to it, and lists its tools. @throws AgentError that says why that failed */
async function open(
  server: McpServer,
  closing: AbortSignal,
  { forget, keep, changed }: { changed: () => void; forget: () => void; keep: (end: Promise<void>) => void },
) {
  const { name, startMs } = server
  const sdk = await loadSdk(name, server.folder)
  const { transport, lastWords } = reach(server, sdk)
  const client = new sdk.Client({ name: 'tableread', version: '1' }, { capabilities: {} })
  let died = false
  let retired = false
  let underWay = 0
  client.onclose = () => {
    died = true
    forget()
  }
  const end = (): void => keep(endSession(client, transport))
  let toolListing: Promise<Map<string, McpTool>>
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method !== 'notifications/tools/list_changed') return
    const earlier = toolListing
    toolListing = withinLimit(startMs, closing, ({ signal }) => listTools(client, signal)).catch(() => earlier)
    changed()
  }
  try {
    const start = async ({ signal }: TimeLimit): Promise<Map<string, McpTool>> => {
      await client.connect(transport as Transport, { signal, timeout: longestTimerMs })
      return listTools(client, signal)
    }
    const late = new Error(`it has not listed its tools within ${startMs / 1_000} s`)
    toolListing = withinLimit(startMs, closing, start, () => late)
    await toolListing
  } catch (error) {
    const [trouble, words] = [troubleWith(error), lastWords()]
    end()
    closing.throwIfAborted()
    throw new AgentError(
      `the MCP server ${name} does not start: ${[words.startsWith(trouble) ? '' : trouble, words].filter((each) => each !== '').join('; ')}`,
      'service',
    )
  }
  return {
    /** Its tools as last listed; they are listed again when the server reports a change. */
    tools: () => toolListing,
    async call(tool: string, args: JsonObject, callSignal: AbortSignal): Promise<JsonValue> {
      underWay += 1
      try {
        // the caller's signal enforces the limit of the tool
        const options = { signal: callSignal, timeout: longestTimerMs }
        const result = await client.callTool({ name: tool, arguments: args }, undefined, options)
        return readResult(result as JsonObject)
      } catch (error) {
        callSignal.throwIfAborted()
        if (died)
          throw new Error(['the MCP server', name, 'died during the call;', lastWords()].join(' ').replace(/;? $/, ''))
        if (!isTrouble(error)) throw new Error(redactEnvironment((error as Error).message))
        forget()
        end()
        throw new Error(`the MCP server ${name} cannot be asked: ${troubleWith(error)}`)
      } finally {
        underWay -= 1
        if (retired && underWay === 0) end()
      }
    },
    /** Ends it once no call is under way. */
    retire(): void {
      retired = true
      if (underWay === 0) end()
    },
    close: end,
  }
}

async function listTools(client: Client, signal: AbortSignal): Promise<Map<string, McpTool>> {
  const tools = new Map<string, McpTool>()
  let cursor: string | undefined
  for (let page = 0; page < 100; page += 1) {
    const toolPage = await client.listTools(cursor === undefined ? {} : { cursor }, { signal, timeout: longestTimerMs })
    for (const { name, description = '', inputSchema } of toolPage.tools) {
      const { $schema: _, ...parameters } = inputSchema as JsonObject
      tools.set(name, { name, description, parameters })
    }
    cursor = toolPage.nextCursor
    if (cursor === undefined) break
  }
  return tools
}

/** Tells a remote server that the session is over, for a second at most, and closes the connection. */
async function endSession(client: Client, transport: McpTransport): Promise<void> {
  if ('terminateSession' in transport) {
    const patience = new Promise((resolve) => setTimeout(resolve, 1_000).unref())
    await Promise.race([transport.terminateSession().catch(() => undefined), patience])
  }
  await Promise.all([client.close(), transport.close()]).catch(() => undefined)
}

/** A server's transport, variables filled in. @throws AgentError for an unset one or an invalid address */
function reach(server: McpServer, sdk: McpSdk): ReturnType<typeof transportOf> {
  try {
    return transportOf(server, sdk)
  } catch (error) {
    const why =
      error instanceof UnsetVariable ? error.message : 'its url, or what it takes from the environment, is no address'
    throw new AgentError(`the MCP server ${server.name} cannot be asked: ${why}`, 'script')
  }
}

type McpTransport = ReturnType<typeof openProgram> | StreamableHTTPClientTransport

function transportOf(server: McpServer, sdk: McpSdk): { transport: McpTransport; lastWords: () => string } {
  if (server.kind === 'program') {
    const transport = openProgram({
      command: server.command.map((word) => fillFromEnvironment(word)),
      env: fillAll(server.env),
      cwd: server.cwd,
    })
    return { transport, lastWords: transport.lastWords }
  }
  const url = new URL(fillFromEnvironment(server.url))
  const headers = fillAll(server.headers)
  moveCredentials(url, headers)
  const fetch = limitBody(guardedFetch(server))
  return { transport: new sdk.HttpTransport(url, { fetch, requestInit: { headers } }), lastWords: () => '' }
}

function fillAll(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillFromEnvironment(text)]))
}

/** The longest answer of a server, in bytes. */
const mostBytes = 8 * 1024 * 1024

/** A fetch whose answers end with an error once they are too long, or are not what a program may send. */
function limitBody(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    const check = checkAnswer(response.headers.get('content-type') ?? '')
    let size = 0
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        size += piece.length
        const flaw = size > mostBytes ? 'more than it may send' : check(piece)
        if (flaw !== null) controller.error(new Error(`the answer is ${flaw}`))
        else controller.enqueue(piece)
      },
      flush(controller) {
        const flaw = check()
        if (flaw !== null) controller.error(new Error(`the answer is ${flaw}`))
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(counting), { status, statusText, headers })
  }
}

/** Whether an error is one of the connection rather than an answer of the server. */
function isTrouble(error: unknown): boolean {
  const { name, message } = error as Error
  return name === 'TypeError' || name === 'TransportError' || /^Streamable HTTP error/.test(message)
}

function troubleWith(error: unknown): string {
  const { name, message, code } = error as Error & { code?: unknown }
  if (/^Streamable HTTP error/.test(message))
    return typeof code === 'number' && code > 0 ? `it answered ${code}` : 'it answered with no message of MCP'
  if (/Connection closed/.test(message)) return ''
  if (name === 'TypeError' || name === 'TransportError') return troubleOf(error)
  return cutText(redactEnvironment(firstFlaw(error) ?? message.split('\n')[0] ?? ''), 300)
}

/** The first thing that the SDK found wrong in a message of the server; what it throws is a list of many lines. */
function firstFlaw(error: unknown): string | null {
  const { issues } = error as { issues?: { path?: unknown[]; message?: string }[] }
  const [first] = Array.isArray(issues) ? issues : []
  if (first === undefined) return null
  const at = (first.path ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return `its answer is none of MCP at ${at === '' ? 'its beginning' : at.replace(/^\./, '')}: ${first.message ?? ''}`
}
