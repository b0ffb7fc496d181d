// One agent, written once and served in every way that Tableread can reach one: seven-ways.test.ts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentPart, AgentTurn } from '../../src/service/workspace/agent-function.ts'

const orders: Record<string, string> = { 1042: 'shipped', 2001: 'packing', 3003: 'lost' }
const answers: [RegExp, string][] = [
  [/hours|open/i, 'We are here from 9 to 5.'],
  [/refund/i, 'You can send it back within 30 days.'],
  [/human|person/i, 'I connect you with a person.'],
  [/thank/i, 'You are welcome.'],
  [/ünïcode|日本/, 'Ja, 日本語 too.'],
]

/** The order number in a text, if there is one. */
export function orderIn(text: string): string | null {
  return /\b\d{4}\b/.exec(text)?.[0] ?? null
}

/** Looks up an order; null if it does not exist. */
function lookUp(order: string): { status: string } | null {
  const status = orders[order]
  return status === undefined ? null : { status }
}

/** What the agent says once it has looked up everything it needs. */
export function reply(text: string): string {
  const order = orderIn(text)
  if (order === null) return answers.find(([pattern]) => pattern.test(text))?.[1] ?? 'Which order is it?'
  const record = lookUp(order)
  return record === null ? `I cannot find order ${order}.` : `Order ${order} is ${record.status}.`
}

/** The agent as a function; its tool is the one its version declares. */
export default async function* desk({ message, call }: AgentTurn): AsyncGenerator<AgentPart, void, undefined> {
  if (message === null) return
  const order = orderIn(message)
  if (order !== null) await call('lookup_order', { order_id: order })
  yield reply(message)
}

/** A parsed request body. */
// biome-ignore lint/suspicious/noExplicitAny: each protocol has its own
type Body = any

const askedIn = ({ messages }: Body): string =>
  messages.filter(({ role }: { role: string }) => role === 'user').at(-1).content

const chat = (body: Body): string => {
  const question = askedIn(body)
  const order = body.messages.at(-1).role === 'tool' ? null : orderIn(question)
  const call = { name: 'lookup_order', arguments: JSON.stringify({ order_id: order }) }
  const message =
    order === null
      ? { role: 'assistant', content: reply(question) }
      : { role: 'assistant', content: null, tool_calls: [{ id: `call_${order}`, type: 'function', function: call }] }
  return JSON.stringify({ choices: [{ index: 0, message }] })
}

const hook = ({ message }: Body): string => {
  const order = orderIn(message)
  const record = order === null ? null : lookUp(order)
  const call = { call: 'lookup_order', with: { order_id: order } }
  const called =
    order === null ? [] : [record === null ? { ...call, error: 'no such order' } : { ...call, output: record }]
  return JSON.stringify({ version: 1, parts: [...called, reply(message)] })
}

const own = ({ message }: Body): string => {
  const order = orderIn(message)
  const record = order === null ? null : lookUp(order)
  const call = { name: 'lookup_order', input: { order_id: order } }
  const called = record === null ? { ...call, error: 'no such order' } : { ...call, output: record }
  return JSON.stringify({ text: reply(message), calls: order === null ? [] : [called] })
}

const a2a = ({ id, params }: Body, url: string): string => {
  if (id === undefined) {
    const supportedInterfaces = [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
    return JSON.stringify({
      name: 'desk',
      description: '-',
      version: '1',
      capabilities: {},
      skills: [],
      supportedInterfaces,
    })
  }
  const { contextId = crypto.randomUUID(), parts } = params.message
  const message = {
    messageId: crypto.randomUUID(),
    contextId,
    role: 'ROLE_AGENT',
    parts: [{ text: reply(parts[0].text) }],
  }
  return JSON.stringify({ jsonrpc: '2.0', id, result: { message } })
}

const agui = (body: Body): string => {
  const { threadId, runId } = body
  const question = askedIn(body)
  const order = body.messages.at(-1).role === 'tool' ? null : orderIn(question)
  const [toolCallId, messageId] = [crypto.randomUUID(), crypto.randomUUID()]
  const events =
    order === null
      ? [
          { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
          { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: reply(question) },
          { type: 'TEXT_MESSAGE_END', messageId },
        ]
      : [
          { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'lookup_order' },
          { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify({ order_id: order }) },
          { type: 'TOOL_CALL_END', toolCallId },
        ]
  const run = { threadId, runId }
  return [{ type: 'RUN_STARTED', ...run }, ...events, { type: 'RUN_FINISHED', ...run }]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('')
}

const ways = { chat, hook, own, a2a, agui }

/** Serves the agent in one of these ways; returns its address and a function that stops it. */
export async function serve(way: keyof typeof ways): Promise<{ url: string; close: () => unknown }> {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const url = `http://127.0.0.1:${portOf()}`
    response.setHeader('content-type', way === 'agui' ? 'text/event-stream' : 'application/json')
    response.end(ways[way](text === '' ? {} : JSON.parse(text), url))
  })
  const portOf = (): number => (server.address() as AddressInfo).port
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${portOf()}`, close: () => server.close() }
}
