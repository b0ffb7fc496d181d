// An agent of the Vercel AI SDK behind an address of its own form: it knows nothing of Tableread.
import express from 'express'
import { billing, deskFor } from '../ai-sdk/desk.mjs'

const app = express().use(express.json())
app.set('json replacer', (_key, value) => (value instanceof Error ? value.message : value))
const talks = new Map()

app.post('/talks/:id', async ({ params: { id }, body: { text, customer } }, response) => {
  const { messages = [], speaker = 'desk' } = talks.get(id) ?? {}
  messages.push({ role: 'user', content: text })
  const result = await (speaker === 'billing' ? billing : deskFor(customer)).generate({ messages })
  messages.push(...result.response.messages)
  const content = result.steps.flatMap((step) => step.content)
  const speaks = content.some(({ toolName }) => toolName === 'transfer_to_billing') ? 'billing' : speaker
  talks.set(id, { messages, speaker: speaks })
  const { inputTokens, outputTokens } = result.totalUsage
  response.json({ said: result.text, content, speaks, ended: result.rawFinishReason, inputTokens, outputTokens })
})
app.use((error, _request, response, _next) => {
  const { statusCode } = error.lastError ?? error
  const status = statusCode === undefined ? 500 : [401, 429].includes(statusCode) ? statusCode : 502
  response.status(status).json({ error: error.message })
})
const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => console.log(server.address().port))
