import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that puts the same text wherever an answer can contain one. */
export interface ParrotService {
  url: string
  close(): Promise<void>
}

const time = '2026-01-01T00:00:00.000Z'

/**
 * Starts it. `spill` returns the text, given the key of the request. It refuses a message that begins with
 * `refuse`, answers one that begins with `page` with HTML, and any other with entries that repeat the
 * message. A draft says more than what is published.
 */
export async function startParrot(spill: (key: string) => string): Promise<ParrotService> {
  const talks: object[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const key = String(request.headers['x-api-key'] ?? request.headers.authorization)
      const text = spill(key)
      const answer = (status: number, content: object): void =>
        void response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(respell(JSON.stringify(content), key))
      const fill = (data: object | null): void => answer(200, { responseCode: 200, message: text, data })
      if (request.url?.includes('/session/fetch')) return fill(sessionOf(talks, text))
      if (request.url?.includes('/chat-agent/') !== true)
        return answer(404, { responseCode: 404, errorCode: text, message: text, data: null })
      const trigger = JSON.parse(body) as { message?: unknown; sessionId?: string; agentVersion?: unknown }
      const { message: rawMessage = '', sessionId, agentVersion } = trigger
      const message = String(rawMessage) // the contract also sends values that are not text
      if (message.startsWith('refuse'))
        return answer(400, { responseCode: 400, errorCode: text, message: `bad ${text}`, data: null })
      if (message.startsWith('page')) {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${text}</html>`)
        return
      }
      if (sessionId === undefined) talks.length = 0
      const entries = entriesOf(message, agentVersion === 'draft' ? `${text} at last` : text)
      talks.push(...entries)
      fill({ sessionId: 'session-1', transcript: entries })
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => stop(server) }
}

/** JSON that spells the key differently each time, as servers do that escape slashes or everything. */
function respell(json: string, key: string): string {
  const escapeAll = (text: string): string =>
    [...text].map((each) => `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('')
  const plain = JSON.stringify(key).slice(1, -1)
  const spellings = [
    plain,
    plain.replaceAll('/', '\\/'),
    escapeAll(key),
    escapeAll(key).replace(/[a-f]/g, (each) => each.toUpperCase()),
  ]
  let next = 0
  return json.replaceAll(plain, () => spellings[next++ % spellings.length] ?? plain)
}

function entriesOf(message: string, text: string): object[] {
  const messageOf = (role: string, content: object[], agentName: string | null = null): object => ({
    ...{ type: 'message', role, content, senderId: null, senderName: null, agentName },
    ...{ metadata: role === 'user' ? null : { note: text }, timestamp: time },
  })
  const shared = { name: 'look_up', call_id: 'call-1', phase: 'during', timestamp: time }
  return [
    messageOf('user', [{ type: 'text', text: message }]),
    { type: 'function_call', ...shared, arguments: { query: text, deep: [{ query: text }] } },
    {
      ...{ type: 'function_call_output', ...shared, output: JSON.stringify({ found: text }) },
      ...{ is_error: false, executionTimeMs: 1 },
    },
    { type: 'thinking', thinking: text, timestamp: time },
    messageOf('assistant', [
      { type: 'text', text: `Found ${text}` },
      { type: 'button', text, payload: text },
      {
        type: 'file',
        mimeType: 'text/plain',
        url: `https://files.example/${encodeURIComponent(text.replace(/\p{Cs}/gu, ''))}`,
        filename: text,
      },
    ]),
    { type: 'summary', summary: text, timestamp: time },
  ]
}

function sessionOf(transcript: readonly object[], text: string): object {
  return {
    ...{ sessionId: 'session-1', transcript, status: 'completed', communicationChannelType: 'webChat' },
    agentDetails: { name: 'desk', number: null, email: null, version: null },
    analysis: { note: text },
    dynamicVariables: { note: text },
    ...{ time, createdAt: time, updatedAt: time },
  }
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => void server.close(() => done()))
}
