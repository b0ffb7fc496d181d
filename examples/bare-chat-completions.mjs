// A complete agent that speaks the chat completions of OpenAI: PORT=8080 node examples/bare-chat-completions.mjs
import { createServer } from 'node:http'

function answer(messages) {
  const last = messages.at(-1)
  if (last.role === 'tool') return last.content.includes('shipped') ? 'It is on its way.' : 'I cannot find it.'
  const order = /\b\d{4}\b/.exec(last.content)?.[0]
  if (order === undefined) return 'Which order is it?'
  return { name: 'lookup_order', arguments: JSON.stringify({ order_id: order }) }
}

const server = createServer(async (request, response) => {
  const { messages } = JSON.parse(Buffer.concat(await request.toArray()))
  const said = answer(messages)
  const message =
    typeof said === 'string'
      ? { role: 'assistant', content: said }
      : { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: said }] }
  response.end(JSON.stringify({ choices: [{ index: 0, message }] }))
})
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
