// An agent of the Vercel AI SDK behind AG-UI: what it does becomes events.
import express from 'express'
import { fromAiSdk } from 'tableread/agent'
import { billing, deskFor } from '../ai-sdk/desk.mjs'
import { eventsOf } from './events.mjs'

const handoffs = { transfer_to_billing: 'billing' }
const app = express().use(express.json({ limit: '10mb' }))

app.post('/', async (request, response) => {
  const { threadId, runId, messages, context, state } = request.body
  const customer = context.find(({ description }) => description === 'customer_name')?.value
  const talk = messages.filter(({ role, content }) => /user|assistant/.test(role) && content)
  const send = (event) => response.write(`data: ${JSON.stringify({ threadId, runId, ...event })}\n\n`)
  response.setHeader('content-type', 'text/event-stream')
  send({ type: 'RUN_STARTED' })
  try {
    const speaker = state.handed ? billing : deskFor(customer)
    const result = await speaker.generate({ messages: talk.map(({ role, content }) => ({ role, content })) })
    for (const event of eventsOf(fromAiSdk(result, { handoffs }))) send(event)
  } catch (error) {
    const { statusCode = error.layer === 'service' ? 502 : 500 } = error.lastError ?? error
    send({ type: 'RUN_ERROR', message: error.message, code: String(statusCode) })
  }
  response.end()
})
const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
