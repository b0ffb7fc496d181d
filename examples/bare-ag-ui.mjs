// A complete agent that speaks AG-UI: PORT=8080 node examples/bare-ag-ui.mjs
import { createServer } from 'node:http'

function* answer(text) {
  const order = /\b\d{4}\b/.exec(text)?.[0]
  if (order !== undefined) {
    const toolCallId = crypto.randomUUID()
    const content = order === '1042' ? '{"status":"shipped"}' : '{"status":"unknown"}'
    yield { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'lookup_order' }
    yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify({ order_id: order }) }
    yield { type: 'TOOL_CALL_END', toolCallId }
    yield { type: 'TOOL_CALL_RESULT', toolCallId, messageId: crypto.randomUUID(), content }
  }
  const messageId = crypto.randomUUID()
  const delta =
    order === undefined ? 'Which order is it?' : order === '1042' ? 'It is on its way.' : 'I cannot find it.'
  yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }
  yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }
  yield { type: 'TEXT_MESSAGE_END', messageId }
}

const server = createServer(async (request, response) => {
  const { threadId, runId, messages } = JSON.parse(Buffer.concat(await request.toArray()))
  response.setHeader('content-type', 'text/event-stream')
  const run = { threadId, runId }
  for (const event of [
    { type: 'RUN_STARTED', ...run },
    ...answer(messages.at(-1).content),
    { type: 'RUN_FINISHED', ...run },
  ])
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  response.end()
})
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
