import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { messageOf, orderOf, replyOf } from './turn.mjs'

/**
 * The limit that nothing on undici can beat: sends the turns of a work over a keep-alive pool, parses each answer,
 * looks for its text, and does no more. Turns of one conversation are sequential; `--concurrency` conversations
 * run at once. With `--fetch` every session is fetched after its last turn, like a run that reconciles.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    conversations: { type: 'string' },
    turns: { type: 'string' },
    concurrency: { type: 'string' },
    fetch: { type: 'boolean', default: false },
  },
})
const [conversations, turns, concurrency] = [+values.conversations, +values.turns, +values.concurrency]
const agent = new Agent({ connections: concurrency, pipelining: 1 })
const headers = { 'x-api-key': 'stub-key', 'content-type': 'application/json' }

async function exchange(method, path, body) {
  const answer = await agent.request({ origin: values.url, path, method, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  return JSON.parse(text).data
}

async function converse(conversation) {
  let sessionId
  for (let turn = 1; turn <= turns; turn += 1) {
    const order = orderOf(conversation, turn)
    const request = { doReturnResponse: true, agentName: 'order-desk', message: messageOf(order), sessionId }
    const data = await exchange('POST', '/api/chat-agent/trigger', JSON.stringify(request))
    const reply = data.transcript.find(({ role }) => role === 'assistant')
    if (!reply.content[0].text.includes(replyOf(order))) throw new Error(`a wrong reply to ${order}`)
    sessionId = data.sessionId
  }
  if (!values.fetch) return
  const session = await exchange('GET', `/api/session/fetch/${sessionId}`)
  if (session.transcript.length !== turns * 4) throw new Error(`${sessionId} is not whole`)
}

let begun = 0
async function lane() {
  while (begun < conversations) {
    begun += 1
    await converse(begun)
  }
}
await Promise.all(Array.from({ length: Math.min(concurrency, conversations) }, lane))
await agent.close()
