// A complete agent behind a webhook: PORT=8080 node examples/bare-webhook.mjs
import { createServer } from 'node:http'

const orders = { 1042: { status: 'shipped' } }

function answer({ message, opening }) {
  if (message === null) return [opening ?? 'Good day!']
  const order = /\b\d{4}\b/.exec(message)?.[0]
  if (order === undefined) return ['Which order is it?']
  const call = { call: 'lookup_order', with: { order_id: order } }
  if (orders[order] === undefined) return [{ ...call, error: 'there is no such order' }, 'I cannot find it.']
  return [{ ...call, output: orders[order] }, 'It is on its way.', { button: 'Track it', payload: `track-${order}` }]
}

const server = createServer(async (request, response) => {
  const turn = JSON.parse(Buffer.concat(await request.toArray()))
  if (turn.event === 'end') return response.end() // whatever was kept for turn.sessionId can go
  const state = { turns: (turn.state.turns ?? 0) + 1 }
  response.end(JSON.stringify({ version: 1, sessionId: turn.sessionId, parts: answer(turn), state }))
})
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
