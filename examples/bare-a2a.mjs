// A complete agent that speaks A2A: PORT=8080 node examples/bare-a2a.mjs
import { createServer } from 'node:http'

function answer(text) {
  const order = /\b\d{4}\b/.exec(text)?.[0]
  if (order === undefined) return 'Which order is it?'
  return order === '1042' ? 'It is on its way.' : 'I cannot find it.'
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const url = `http://127.0.0.1:${server.address().port}/rpc`
    const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
    const card = {
      name: 'desk',
      description: 'Orders',
      version: '1',
      capabilities: {},
      skills: [],
      supportedInterfaces,
    }
    return response.end(JSON.stringify(card))
  }
  const { id, params } = JSON.parse(Buffer.concat(await request.toArray()))
  const { contextId = crypto.randomUUID(), parts } = params.message
  const said = {
    messageId: crypto.randomUUID(),
    contextId,
    role: 'ROLE_AGENT',
    parts: [{ text: answer(parts[0].text) }],
  }
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { message: said } }))
})
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
