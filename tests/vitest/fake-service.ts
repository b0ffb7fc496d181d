import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that implements just enough of the interface for the plugin's tests. */
export interface FakeService {
  url: string
  /** The API keys it received. */
  keys: Set<string>
  /** Resolves once a message has arrived. */
  asked(message: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts it. The agent looks up an order when the message names one (its status depends on the version), answers
 * `slow` after ten seconds, and echoes anything else.
 */
export async function startFakeService(): Promise<FakeService> {
  const sessions = new Map<string, Session>()
  const keys = new Set<string>()
  const emitter = new EventEmitter()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    keys.add(String(request.headers['x-api-key'] ?? request.headers.authorization))
    if (request.method === 'GET') return answer(response, sessions.get((request.url ?? '').split('/').pop() ?? ''))
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Chat
    emitter.emit(body.message)
    const sessionId = body.sessionId ?? `session-${sessions.size + 1}`
    const session = sessions.get(sessionId) ?? newSession(sessionId, body)
    sessions.set(sessionId, session)
    if (body.message === 'slow') await new Promise((resolve) => setTimeout(resolve, 10_000).unref())
    const slice = reply(body)
    session.transcript.push(...slice)
    answer(response, { sessionId, transcript: slice })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    asked: async (message) => void (await once(emitter, message)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Chat {
  agentName: string
  agentVersion: string | number
  message: string
  sessionId?: string
}

type Session = ReturnType<typeof newSession>

function newSession(sessionId: string, { agentName, agentVersion }: Chat) {
  const now = new Date().toISOString()
  return {
    sessionId,
    agentDetails: { name: agentName, number: null, email: null, version: String(agentVersion) },
    communicationChannelType: 'webChat',
    transcript: [] as unknown[],
    status: 'active',
    time: now,
    createdAt: now,
    updatedAt: now,
  }
}

function reply({ agentName, agentVersion, message }: Chat): unknown[] {
  const timestamp = new Date().toISOString()
  const say = (role: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type: 'text', text }],
    senderId: null,
    senderName: null,
    agentName: role === 'user' ? null : agentName,
    metadata: null,
    timestamp,
  })
  if (!message.includes('order')) return [say('user', message), say('assistant', `You said ${message}`)]
  const status = agentVersion === 'draft' ? 'delayed' : 'shipped'
  const call = { name: 'lookup_order', call_id: `call-${Math.random()}`, phase: 'during', timestamp }
  return [
    say('user', message),
    { type: 'function_call', ...call, arguments: { order_id: '1042' } },
    { type: 'function_call_output', ...call, output: JSON.stringify({ status }), is_error: false, executionTimeMs: 12 },
    say('assistant', `Your order 1042 has ${status}.\nAnything else?`),
  ]
}

function answer(response: ServerResponse, data: unknown): void {
  const status = data === undefined ? 404 : 200
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ responseCode: status, message: status === 200 ? 'ok' : 'no such session', data: data ?? null }),
  )
}
