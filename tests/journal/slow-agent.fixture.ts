import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An agent that takes its time, and tells what it heard. */
export interface SlowAgent {
  url: string
  /** The first words of every session that was begun: what runs twice is there twice. */
  begun: string[]
  /** Called at every turn that comes in, before it is answered. */
  onTurn: () => void
  delayMs: number
  close(): void
}

const time = '2026-01-01T00:00:00.000Z'
const said = (role: 'user' | 'assistant', text: string, agentName: string | null) => ({
  ...{ type: 'message', role, content: [{ type: 'text', text }], senderId: null, senderName: null },
  ...{ agentName, metadata: null, timestamp: time },
})

/** Says back whatever it hears. Its sessions are named after their first words, so that two runs have the same ones. */
export async function startSlowAgent(): Promise<SlowAgent> {
  const sessions = new Map<string, unknown[]>()
  const answer = (url: string, body: string): unknown => {
    if (url.startsWith('/api/session/fetch/')) return storedSession(sessions, decodeURIComponent(url.slice(19)))
    if (url !== '/api/chat-agent/trigger') return { agents: [], workflowList: [] }
    agent.onTurn()
    const { message = '', sessionId = null } = JSON.parse(body) as { message?: string; sessionId?: string | null }
    const id = sessionId ?? `s ${message}`
    if (sessionId === null) agent.begun.push(message)
    const slice = [said('user', message, null), said('assistant', `You said ${message}`, 'desk')]
    sessions.set(id, [...(sessionId === null ? [] : (sessions.get(id) ?? [])), ...slice])
    return { sessionId: id, transcript: slice }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const data = answer(request.url ?? '', body)
      const reply = (): void => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ responseCode: 200, message: 'ok', data }))
      }
      setTimeout(reply, request.method === 'POST' ? agent.delayMs : 0)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent: SlowAgent = {
    ...{ url, begun: [], onTurn: () => {}, delayMs: 2 },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return agent
}

function storedSession(sessions: ReadonlyMap<string, unknown[]>, sessionId: string): unknown {
  return {
    ...{ sessionId, agentDetails: { name: 'desk', number: null, email: null, version: '1' } },
    customer: { id: 'c', name: null, number: null, email: null },
    ...{ dynamicVariables: null, communicationChannelType: 'webChat', communicationChannelName: null },
    ...{ transcript: sessions.get(sessionId) ?? [], analysis: null, status: 'active' },
    ...{ time, createdAt: time, updatedAt: time },
  }
}
