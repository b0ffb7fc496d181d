// A model that always answers alike, over OpenAI's chat completions: whole or streamed, with the desk's tools.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/base/json/json.ts'

/** What the model says and asks for, before a protocol puts it into its own shape. */
export interface Answer {
  text?: string
  thinking?: string
  refusal?: string
  calls?: { name: string; given: JsonObject }[]
  /** Cuts the arguments of calls to this length, so that they are no JSON. */
  cutAt?: number
  finish?: string
}

/**
 * What the model was told: the system texts, the tools it may call, the user's texts, and what tools gave since the
 * latest of them.
 */
export interface Asked {
  system: string
  offered: readonly string[]
  users: readonly string[]
  outputs: readonly string[]
}

const answers: [RegExp, Answer][] = [
  [/as json/i, { text: '{"order":"1042","status":"shipped"}' }],
  [/think/i, { thinking: 'The customer wants a considered answer.', text: 'I have thought about it.' }],
  [/nothing/i, { text: '' }],
  [/password/i, { refusal: 'I cannot help with that.' }],
  [/everything/i, { text: 'Well, it all began', finish: 'length' }],
  [/forbidden/i, { text: 'The', finish: 'content_filter' }],
  [/bad arguments/i, { calls: [{ name: 'lookup_order', given: { order_id: '1042' } }], cutAt: 12 }],
]

/** The model itself. */
export function answerOf({ system, offered, users, outputs }: Asked): Answer {
  const question = users.at(-1) ?? ''
  if (/you are billing/i.test(system)) return { text: 'Billing here. Which order shall I refund?' }
  if (outputs.length > 0) return { text: outputs.map(sentenceOf).join(' ') }
  if (/money back/i.test(question)) {
    const own = { name: 'hand_off', given: { agent: 'billing', say: 'I hand you over.' } }
    const call = [own, { name: 'transfer_to_billing', given: {} }].find(({ name }) => offered.includes(name))
    return call === undefined ? { text: 'I hand you over.' } : { calls: [call] }
  }
  if (/who am i/i.test(question))
    return { text: `You are ${/customer is (\w+)/i.exec(system)?.[1] ?? 'nobody I know'}.` }
  if (/which order did i/i.test(question))
    return { text: `It was ${users.join(' ').match(/\b\d{4}\b/)?.[0] ?? 'none'}.` }
  const orders = question.match(/\b\d{4}\b/g) ?? []
  if (orders.length > 0) return { calls: orders.map((order_id) => ({ name: 'lookup_order', given: { order_id } })) }
  return answers.find(([words]) => words.test(question))?.[1] ?? { text: 'Good day! Which order is it?' }
}

function sentenceOf(output: string): string {
  const status = /status\W+(\w+)/.exec(output)?.[1]
  if (/takes over/.test(output)) return 'I hand you over.'
  return status === undefined ? 'I cannot find that order.' : `It is ${status}.`
}

interface Wire {
  tools?: { function: { name: string } }[]
  messages: { role: string; content: string | { text?: string }[] | null }[]
  model: string
  stream?: boolean
}

/** What a request of chat completions tells the model. */
export function readAsked({ messages, tools = [] }: Pick<Wire, 'messages' | 'tools'>): Asked {
  const textOf = ({ content }: Wire['messages'][number]): string =>
    typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join(' ')
  const of = (list: Wire['messages'], ...roles: string[]): string[] =>
    list.filter(({ role }) => roles.includes(role)).map(textOf)
  const last = messages.findLastIndex(({ role }) => role === 'user')
  return {
    system: of(messages, 'system', 'developer').join('\n'),
    offered: tools.map(({ function: { name } }) => name),
    users: of(messages, 'user'),
    outputs: of(messages.slice(last), 'tool'),
  }
}

/** An answer as a message of chat completions. */
function messageOf({ text, thinking, refusal, calls = [], cutAt }: Answer): object {
  const tool_calls = calls.map(({ name, given }) => ({
    id: `call_${crypto.randomUUID()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given).slice(0, cutAt) },
  }))
  return {
    role: 'assistant',
    content: text ?? null,
    ...(thinking === undefined ? {} : { reasoning_content: thinking }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(calls.length === 0 ? {} : { tool_calls }),
  }
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }

/**
 * How the model is not served, where the customer asks for that: with a status, a 429 every other time alone, or with an
 * answer that breaks off.
 */
function faultOf({ users }: Asked, served: Map<string, number>): { status: number; isCut: boolean } | null {
  const question = users.at(-1) ?? ''
  const [, word] = /fault (\d{3}|cut)/.exec(question) ?? []
  if (word === undefined) return null
  const times = (served.get(question) ?? 0) + 1
  served.set(question, times)
  if (word === '429' && times % 2 === 0) return null
  return { status: word === 'cut' ? 200 : Number(word), isCut: word === 'cut' }
}

/** Serves the model; its address ends in `/v1`. */
export async function serveModel(): Promise<{ url: string; close: () => void }> {
  let count = 0
  const served = new Map<string, number>()
  const server: Server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Wire
    const { model, stream = false } = body
    count += 1
    const prompt = readAsked(body)
    const fault = faultOf(prompt, served)
    if (fault?.isCut === true) {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
      response.write(stream ? 'data: {"id":"chat' : '{"choices":[')
      return setTimeout(() => response.destroy(), 20)
    }
    if (fault !== null) {
      const again = fault.status === 401 ? {} : { 'retry-after': '0', 'retry-after-ms': '1' }
      response.writeHead(fault.status, { 'content-type': 'application/json', ...again })
      return response.end(JSON.stringify({ error: { message: 'the model is not served', type: 'error', code: null } }))
    }
    const answer = answerOf(prompt)
    const message = messageOf(answer)
    const finish_reason = answer.finish ?? (answer.calls === undefined ? 'stop' : 'tool_calls')
    const shared = { id: `chat_${count}`, created: 1_770_000_000, model }
    if (!stream) {
      const choices = [{ index: 0, message, finish_reason }]
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ ...shared, object: 'chat.completion', choices, usage }))
    }
    const { tool_calls, ...rest } = message as { tool_calls?: object[] }
    const calls = tool_calls?.map((call, index) => ({ index, ...call }))
    const delta = { ...rest, ...(calls === undefined ? {} : { tool_calls: calls }) }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of [
      { choices: [{ index: 0, delta, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason }] },
      { choices: [], usage },
    ])
      response.write(`data: ${JSON.stringify({ ...shared, object: 'chat.completion.chunk', ...part })}\n\n`)
    return response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close }
}
