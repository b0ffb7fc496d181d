import { once } from 'node:events'
import { createServer } from 'node:http'

const time = '2026-01-01T00:00:00.000Z'
const said = (role, text, agentName) => ({
  ...{ type: 'message', role, content: [{ type: 'text', text }], senderId: null, senderName: null },
  ...{ agentName, metadata: null, timestamp: time },
})

/**
 * A service whose agent echoes what it hears, and which records every turn of every session: for tests and
 * benches. It answers a turn that contains the word "refuse" with 400.
 */
export async function startEchoAgent({ delayMs = 0, nameSession = (_, number) => `s${number}` } = {}) {
  const transcripts = new Map()
  const agent = {
    ...{ url: '', delayMs, rate: null, burst: null, sessions: new Map(), begun: [] },
    ...{ turns: 0, heard: 0, refused: 0, onTurn() {} },
  }
  let [tokens, filledAt] = [3, performance.now()]
  const takes = () => {
    if (agent.rate === null) return true
    const now = performance.now()
    const most = agent.burst ?? Math.max(3, agent.rate / 120)
    tokens = Math.min(most, tokens + ((now - filledAt) * agent.rate) / 60_000)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  const answer = (url, body) => {
    if (url.startsWith('/api/session/fetch/')) return storedSession(transcripts, decodeURIComponent(url.slice(19)))
    if (url !== '/api/chat-agent/trigger') return { agents: [], workflowList: [] }
    const { message = '', sessionId = null } = JSON.parse(body)
    const id = sessionId ?? nameSession(message, agent.sessions.size + 1)
    if (sessionId === null) agent.begun.push(message)
    if (sessionId === null) transcripts.delete(id)
    agent.sessions.set(id, [...(agent.sessions.get(id) ?? []), message])
    agent.turns += 1
    agent.onTurn(agent.turns)
    if (message.includes('refuse')) return null
    const slice = [said('user', message, null), said('assistant', `You said ${message}`, 'desk')]
    transcripts.set(id, [...(transcripts.get(id) ?? []), ...slice])
    return { sessionId: id, transcript: slice }
  }
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const end = (status, message, data, headers = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify({ responseCode: status, message, errorCode: status === 200 ? null : 'NO', data }))
      }
      agent.heard += 1
      if (!takes()) {
        agent.refused += 1
        end(429, 'too many', null, { 'retry-after': '1' })
        return
      }
      const data = answer(request.url, Buffer.concat(chunks).toString())
      const delay = request.method === 'POST' ? agent.delayMs : 0
      setTimeout(() => (data === null ? end(400, 'refused', null) : end(200, 'ok', data)), delay)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  agent.url = `http://127.0.0.1:${server.address().port}`
  agent.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return agent
}

function storedSession(transcripts, sessionId) {
  return {
    ...{ sessionId, agentDetails: { name: 'desk', number: null, email: null, version: '1' } },
    customer: { id: 'c', name: null, number: null, email: null },
    ...{ dynamicVariables: null, communicationChannelType: 'webChat', communicationChannelName: null },
    ...{ transcript: transcripts.get(sessionId) ?? [], analysis: null, status: 'active' },
    ...{ time, createdAt: time, updatedAt: time },
  }
}
