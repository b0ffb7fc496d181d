import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What reached the service. */
export interface Counted {
  /** Requests by method and path, with ids removed from the paths. */
  requests: Record<string, number>
  connections: number
}

/** A service that answers turns and counts requests. */
export interface CountingService {
  url: string
  counted: Counted
  close(): Promise<void>
}

const time = (entry: number): string => new Date(Date.UTC(2026, 0, 1) + entry).toISOString()

/** The entries of one turn: the user's message, one call with its output, one reply. */
function entriesOf(message: string, turn: number): object[] {
  const call = { name: 'lookup_order', call_id: `call-${turn}`, phase: 'during' }
  const messageFields = { senderId: null, senderName: null, metadata: null }
  const text = (words: string): object[] => [{ type: 'text', text: words }]
  return [
    { type: 'message', role: 'user', content: text(message), ...messageFields, agentName: null },
    { type: 'function_call', ...call, arguments: { order_id: '1042' } },
    { type: 'function_call_output', ...call, output: '{"status":"shipped"}', is_error: false, executionTimeMs: 1 },
    { type: 'message', role: 'assistant', content: text('It was shipped.'), ...messageFields, agentName: 'order-desk' },
  ].map((entry, index) => ({ ...entry, timestamp: time(turn * 4 + index) }))
}

function describe(sessionId: string, transcript: readonly object[]): object {
  return {
    sessionId,
    agentDetails: { name: 'order-desk', number: null, email: null, version: '3' },
    customer: { id: 'customer-1', name: null, number: null, email: null },
    dynamicVariables: null,
    communicationChannelType: 'webChat',
    communicationChannelName: null,
    transcript,
    analysis: null,
    status: 'active',
    time: time(0),
    createdAt: time(0),
    updatedAt: time(0),
  }
}

/** Starts the service on a free loopback port; it keeps connections open between requests. */
export async function startCountingService(): Promise<CountingService> {
  const counts: Counted = { requests: {}, connections: 0 }
  const sessions = new Map<string, object[]>()
  const answer = (route: string, id: string, body: string): object => {
    if (route === 'GET /api/agent/blueprints') return { agents: [], workflowList: [] }
    if (route === 'GET /api/session/fetch/') return describe(id, sessions.get(id) ?? [])
    const trigger = JSON.parse(body) as { sessionId?: string; message: string }
    const sessionId = trigger.sessionId ?? `session-${sessions.size + 1}`
    const earlier = sessions.get(sessionId) ?? []
    const transcript = entriesOf(trigger.message, earlier.length / 4)
    sessions.set(sessionId, [...earlier, ...transcript])
    return { sessionId, transcript }
  }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const [, path = '', id = ''] = /^(\/api\/session\/fetch\/|[^?]*)(.*)$/.exec(request.url ?? '') ?? []
    const route = `${request.method} ${path}`
    counts.requests[route] = (counts.requests[route] ?? 0) + 1
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ responseCode: 200, message: 'ok', data: answer(route, id, body) }))
  })
  server.on('connection', () => {
    counts.connections += 1
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted: counts,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
