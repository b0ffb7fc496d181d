// An agent of the OpenAI Agents SDK behind a webhook: all that Tableread needs is one route of Fastify.
import { run, user } from '@openai/agents'
import fastify from 'fastify'
import { fromOpenAiAgents } from 'tableread/agent'
import { agents } from '../openai-agents/desk.mjs'

const app = fastify({ bodyLimit: 10_000_000 })
const errorHandlers = { modelRefusal: ({ error }) => ({ finalOutput: error.refusal }) }

app.post('/turn', async ({ body }) => {
  const { event, message, state, variables: context } = body
  if (event === 'end') return ''
  const { items = [], speaker = 'desk' } = state
  const result = await run(agents[speaker], [...items, user(message ?? '')], { context, errorHandlers })
  const kept = { items: result.history, speaker: result.lastAgent.name }
  return { version: 1, parts: fromOpenAiAgents(result), state: kept }
})
// The status says whose fault it was: the model's host, or this program.
app.setErrorHandler((error, _request, reply) => {
  const { status, layer } = error
  const isOurs = status === undefined && layer !== 'service'
  return reply.status(isOurs ? 500 : [401, 429].includes(status) ? status : 502).send({ error: error.message })
})
await app.listen({ port: Number(process.env.PORT ?? 8080), host: '127.0.0.1' })
console.log(app.server.address().port)
