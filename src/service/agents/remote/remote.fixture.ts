import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createService, type Service } from '../../app.ts'
import { createFrozenClock } from '../../time/clock.ts'
import type { AgentTool, HttpAgent, RemoteBehaviour } from '../../workspace/agent.ts'
import { defaultConfig } from '../../workspace/build-agent.ts'
import { bareWorkspace } from '../../workspace/workspace.ts'

/** An entry of the transcript, reduced to what these tests read. */
export interface Entry {
  type: string
  role?: string
  name?: string
  agentName?: string
  phase?: string
  output?: string
  is_error?: boolean
  call_id?: string
  executionTimeMs?: number
  thinking?: string
  arguments?: object
  content: { type: string; text: string; url?: string }[]
}

/** The service's answer to one message. */
interface Reply {
  responseCode: number
  message: string
  data: { sessionId: string; transcript: Entry[] }
}

const closing: (() => unknown)[] = []

/** Closes everything that the tests of a file have opened. */
export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()))
}

/** Registers something to be closed by `closeAll`. */
export function closeLater(close: () => unknown): void {
  closing.push(close)
}

/** A version with its prompt and opening; everything else has defaults. */
type Given = Partial<RemoteBehaviour> &
  Pick<RemoteBehaviour, 'protocol' | 'url'> & {
    prompt?: string[]
    opening?: string
    handsOffTo?: string[]
  }

/**
 * A service with one agent, `desk`, that runs somewhere else. Its clock stands still; sessions are idle after
 * a minute.
 */
export function serveRemote(
  { prompt = [], opening = '', handsOffTo = [], ...given }: Given,
  http: HttpAgent = httpOf(given),
): Service {
  const behaviour: RemoteBehaviour = {
    kind: 'remote',
    headers: {},
    live: false,
    model: null,
    steps: 3,
    body: {},
    tellEnd: true,
    folder: import.meta.dirname,
    tools: [],
    before: [],
    after: [],
    limitMs: 5_000,
    analysis: {},
    ...given,
    ...(given.protocol === 'http' ? { http } : {}),
  }
  const config = defaultConfig()
  config.agentInstructions.systemContext = prompt.map((system) => ({ system }))
  config.agentInstructions.initialMessage.messageContent = opening
  config.agentsList = handsOffTo.map((transferTo) => ({ transferTo, useBaseSettings: true, agentVersion: 'DEFAULT' }))
  const version = { label: '1', number: 1, description: '', config, behaviour }
  const agent = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const service = createService({
    workspaces: [bareWorkspace({ name: 'demo', keys: ['key'], agents: [agent], idleMs: 60_000 })],
    clock: createFrozenClock(Date.parse('2026-03-02T10:00:00Z')),
  })
  closeLater(() => service.close())
  return service
}

/** Asks for a reply and nothing else. */
function httpOf({ url }: Given): HttpAgent {
  const request = { kind: 'http', url, headers: {}, method: 'POST', query: {}, live: true } as const
  return {
    request: { ...request, body: { text: '{{message}}' } },
    answer: { reply: { path: '/reply', at: 'desk.yaml:9:16' } },
    streams: false,
  }
}

/** Sends a message to `desk`; without one, the agent opens. */
export async function say(service: Service, message: string | undefined, more: object = {}): Promise<Reply> {
  const body = { agentName: 'desk', doReturnResponse: true, ...(message === undefined ? {} : { message }), ...more }
  const answer = await service.fetch(
    new Request('http://local/api/chat-agent/trigger', {
      method: 'POST',
      headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return (await answer.json()) as Reply
}

/** A tool with one output. */
export const tool = (name: string, rest: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: `It is ${name}.`,
  parameters: { type: 'object' },
  timeMs: 20,
  cases: [{ with: {}, output: { ok: true }, isError: false }],
  ...rest,
})

/** The agent's texts in a reply. */
export const textsOf = (reply: Reply): (string | undefined)[] =>
  reply.data.transcript.filter(({ role }) => role === 'assistant').map(({ content }) => content[0]?.text)

/** A request that the far side received. */
export interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown> & { messages: { role: string; content: unknown }[] }
}

/** A local server that records the requests it gets; `url` has no trailing slash. */
export async function listen(
  answer: (heard: Heard, response: ServerResponse, index: number) => unknown,
): Promise<{ url: string; heard: Heard[] }> {
  const requests: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: text === '' ? {} : JSON.parse(text) } as Heard
    requests.push(one)
    await answer(one, response, requests.length - 1)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: requests }
}

/** Answers with JSON. */
export function json(response: ServerResponse, value: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}
