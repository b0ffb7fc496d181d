// An agent of the Vercel AI SDK behind A2A, with the protocol's own library.
import { AGENT_CARD_PATH, Role } from '@a2a-js/sdk'
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import { fromAiSdk } from 'tableread/agent'
import { deskFor } from '../ai-sdk/desk.mjs'

const sessions = new Map()
const desk = {
  async execute({ userMessage: { parts, metadata }, contextId }, bus) {
    const content = parts.map((part) => part.content.value).join('\n')
    const messages = [...(sessions.get(contextId) ?? []), { role: 'user', content }]
    const result = await deskFor(metadata.variables.customer_name).generate({ messages })
    sessions.set(contextId, [...messages, ...result.response.messages])
    const texts = fromAiSdk(result).filter((part) => typeof part === 'string')
    const answer = texts.map((value) => ({ content: { $case: 'text', value }, mediaType: 'text/plain', filename: '' }))
    bus.publish(AgentEvent.message({ messageId: crypto.randomUUID(), contextId, role: Role.ROLE_AGENT, parts: answer }))
    bus.finished()
  },
}
const app = express()
const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1')
await new Promise((done) => server.once('listening', done))
const url = `http://127.0.0.1:${server.address().port}/rpc`
const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
const card = { name: 'desk', description: 'Orders', version: '1', capabilities: {}, skills: [], supportedInterfaces }
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), desk)
app.use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler }))
app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
console.log(server.address().port)
