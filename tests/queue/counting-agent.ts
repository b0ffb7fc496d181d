import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An agent that says back what it hears, and keeps account of every turn in every session. */
export interface CountingAgent {
  url: string
  delayMs: number
  /** Requests a minute that it takes, evenly, with a few at once; null for all. */
  rate: number | null
  /** What was said in each session, in order. */
  sessions: Map<string, string[]>
  /** All requests, and those that were refused. */
  heard: number
  refused: number
  /** Called at every turn that comes in, before it is answered, with the number of turns so far. */
  onTurn: (turns: number) => void
  close(): void
}

const time = '2026-01-01T00:00:00.000Z'
const said = (role: 'user' | 'assistant', text: string, agentName: string | null) => ({
  ...{ type: 'message', role, content: [{ type: 'text', text }], senderId: null, senderName: null },
  ...{ agentName, metadata: null, timestamp: time },
})

/** How many requests may come at once where there is a limit. */
const burst = 3

/** Starts it on a free loopback port. */
export async function startCountingAgent(): Promise<CountingAgent> {
  const transcripts = new Map<string, unknown[]>()
  let [turns, tokens, filledAt] = [0, burst, Date.now()]
  const takes = (): boolean => {
    if (agent.rate === null) return true
    const now = Date.now()
    tokens = Math.min(burst, tokens + ((now - filledAt) * agent.rate) / 60_000)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  const answer = (url: string, body: string): unknown => {
    if (url.startsWith('/api/session/fetch/')) return storedSession(transcripts, decodeURIComponent(url.slice(19)))
    if (url !== '/api/chat-agent/trigger') return { agents: [], workflowList: [] }
    turns += 1
    agent.onTurn(turns)
    const { message = '', sessionId = null } = JSON.parse(body) as { message?: string; sessionId?: string | null }
    const id = sessionId ?? `s${agent.sessions.size + 1}`
    agent.sessions.set(id, [...(agent.sessions.get(id) ?? []), message])
    const slice = [said('user', message, null), said('assistant', `You said ${message}`, 'desk')]
    transcripts.set(id, [...(transcripts.get(id) ?? []), ...slice])
    return { sessionId: id, transcript: slice }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      agent.heard += 1
      if (!takes()) {
        agent.refused += 1
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
        response.end(JSON.stringify({ responseCode: 429, message: 'too many', errorCode: 'RATE', data: null }))
        return
      }
      const data = answer(request.url ?? '', body)
      setTimeout(
        () => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(JSON.stringify({ responseCode: 200, message: 'ok', data }))
        },
        request.method === 'POST' ? agent.delayMs : 0,
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent: CountingAgent = {
    ...{ url, delayMs: 5, rate: null, sessions: new Map(), heard: 0, refused: 0, onTurn: () => {} },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return agent
}

function storedSession(transcripts: ReadonlyMap<string, unknown[]>, sessionId: string): unknown {
  return {
    ...{ sessionId, agentDetails: { name: 'desk', number: null, email: null, version: '1' } },
    customer: { id: 'c', name: null, number: null, email: null },
    ...{ dynamicVariables: null, communicationChannelType: 'webChat', communicationChannelName: null },
    ...{ transcript: transcripts.get(sessionId) ?? [], analysis: null, status: 'active' },
    ...{ time, createdAt: time, updatedAt: time },
  }
}
