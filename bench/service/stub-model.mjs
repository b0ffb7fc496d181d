import { createServer } from 'node:http'
import { reply } from './work.mjs'

/**
 * A model that speaks the chat completions protocol and answers every request after so many milliseconds, in
 * its own process. It does not read requests, so a thousand at once cost it little. It prints its URL, and
 * reports its count on /count.
 */
const latencyMs = Number(process.argv[2])
const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_763_000_000,
  model: 'stub',
  choices: [{ index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 120, completion_tokens: 12, total_tokens: 132 },
})
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }
let count = 0

const server = createServer((request, response) => {
  request.resume()
  if (request.url === '/count') return response.end(String(count))
  count += 1
  setTimeout(() => response.writeHead(200, headers).end(answer), latencyMs)
})
server.keepAliveTimeout = 60_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`)
})
