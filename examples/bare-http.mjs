// A complete agent with an interface of its own: PORT=8080 node examples/bare-http.mjs
import { createServer } from 'node:http'

function answer(text) {
  const order = /\b\d{4}\b/.exec(text)?.[0]
  if (order === undefined) return { steps: [], answer: { text: 'Which order is it?' } }
  const call = { kind: 'tool', tool: 'lookup_order', input: { order_id: order } }
  if (order === '1042')
    return { steps: [{ ...call, result: { status: 'shipped' } }], answer: { text: 'It is on its way.' } }
  return { steps: [{ ...call, problem: 'there is no such order' }], answer: { text: 'I cannot find it.' } }
}

const server = createServer(async (request, response) => {
  const { text } = JSON.parse(Buffer.concat(await request.toArray()))
  response.end(JSON.stringify({ ...answer(text), tokens: { in: 12, out: 5 } }))
})
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
