// An agent built with the OpenAI Agents SDK, served as chat completions. OPENAI_BASE_URL points to its model.
import { createServer } from 'node:http'
import { Agent, assistant, run, setOpenAIAPI, setTracingDisabled, tool, user } from '@openai/agents'

setOpenAIAPI('chat_completions')
setTracingDisabled(true)

const lookUp = tool({
  name: 'lookup_order',
  description: 'Finds an order by its number.',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'], additionalProperties: false },
  strict: true,
  execute: ({ order_id }) => (order_id === '1042' ? 'shipped' : 'unknown'),
})
const desk = new Agent({ name: 'desk', instructions: 'You are the order desk.', model: 'gpt-5-mini', tools: [lookUp] })

const server = createServer(async (request, response) => {
  const { messages } = JSON.parse(Buffer.concat(await request.toArray()))
  const talk = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const items = talk.map(({ role, content }) => (role === 'user' ? user(content) : assistant(content)))
  try {
    const { finalOutput } = await run(desk, items)
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: finalOutput } }] }))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
