// An agent of the Vercel AI SDK behind a webhook: all that Tableread needs is one route of Express.
import express from 'express'
import { fromAiSdk } from 'tableread/agent'
import { billing, deskFor } from '../ai-sdk/desk.mjs'

const handoffs = { transfer_to_billing: 'billing' }
const app = express().use(express.json({ limit: '10mb' }))

app.post('/turn', async (request, response) => {
  const { event, message, state, variables } = request.body
  if (event === 'end') return response.end()
  const messages = [...(state.messages ?? []), { role: 'user', content: message ?? '' }]
  const result = await (state.handed ? billing : deskFor(variables.customer_name)).generate({ messages })
  const parts = fromAiSdk(result, { handoffs })
  const handed = state.handed === true || parts.some(({ handOff }) => handOff !== undefined)
  response.json({ version: 1, parts, state: { messages: [...messages, ...result.response.messages], handed } })
})
// The status says whose fault it was: the model's host, or this program.
app.use((error, _request, response, _next) => {
  const { statusCode, layer } = error.lastError ?? error
  const isOurs = statusCode === undefined && layer !== 'service'
  response.status(isOurs ? 500 : [401, 429].includes(statusCode) ? statusCode : 502).json({ error: error.message })
})
const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
