import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type Client, createClient } from './client.ts'
import { describeFailure } from './describe-failure.ts'
import { openNetwork } from './undici-transport.ts'

const key = 'canary-key-9f3a'
const open: { server: Server; close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const { server, close } of open.splice(0)) {
    await close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function against(listener: RequestListener, maxBytes?: number): Promise<Client> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const network = openNetwork({ connections: 4, ...(maxBytes === undefined ? {} : { maxBytes }) })
  open.push({ server, close: network.close })
  return createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: key,
    transport: network.send,
  })
}

const answering =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type, 'x-request-id': 'req-1' })
    response.end(body)
  }

const ok = (data: unknown) => JSON.stringify({ responseCode: 200, message: 'ok', data })
const turn = { doReturnResponse: true as const, agentName: 'desk', message: 'hi' }

describe('a key that is echoed', () => {
  it('is taken out of headers, whatever reads them', async () => {
    const client = await against((_, response) => {
      response.writeHead(502, { 'content-type': `text/html; from=${key}`, 'x-request-id': `req-${key}` }).end('<html>')
    })
    const garbled = await client.converse(turn)
    expect(JSON.stringify(garbled)).not.toContain(key)
    expect(garbled).toMatchObject({ failure: { kind: 'garbled', contentType: 'text/html; from=<api key>' } })
    const echo = await against((_, response) => {
      response.writeHead(200, { 'x-request-id': `req-${key}` }).end(ok({ sessionId: 's', transcript: [] }))
    })
    expect(await echo.converse(turn)).toMatchObject({ ok: true, requestId: 'req-<api key>' })
  })
  it('is taken out of a request that cannot be sent, also where the value is shortened', async () => {
    const client = await against(answering(200, ok(null)))
    const hours = `${'x'.repeat(52)}${key}`
    const answer = await client.dispatch({ startWorkingHour: hours, [key]: 1 } as object)
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unsendable' } })
    expect(JSON.stringify(answer)).not.toContain(key.slice(0, 6))
  })
})

describe('answers that are none', () => {
  it('reads an HTML page as garbled', async () => {
    const client = await against(answering(200, '<html>hello</html>', 'text/html'))
    const answer = await client.converse(turn)
    expect(answer).toMatchObject({
      ok: false,
      failure: { kind: 'garbled', status: 200, contentType: 'text/html', excerpt: '<html>hello</html>' },
    })
  })
  it('reads JSON under another content type all the same', async () => {
    const client = await against(answering(200, ok({ sessionId: 's', transcript: [] }), 'text/plain'))
    expect(await client.converse(turn)).toMatchObject({ ok: true, data: { sessionId: 's' }, requestId: 'req-1' })
  })
  it('reads a cut body as unreachable', async () => {
    const client = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"responseCode": 2')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await client.converse(turn)).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
  })
  it('has one reason for a service that died, whether this was sent before that or not', () => {
    const failure = { kind: 'unreachable', url: 'http://127.0.0.1:9', code: 'ECONNREFUSED' } as const
    const texts = [failure, { ...failure, gone: true } as const].map(describeFailure)
    expect(new Set(texts.map((text) => text.split('\n')[0]))).toEqual(
      new Set(['nothing answers at http://127.0.0.1:9 (ECONNREFUSED)']),
    )
    expect(texts[1]).toContain('this was not sent')
  })
  it('reads a refused connection as unreachable, with the code', async () => {
    const network = openNetwork({ connections: 1 })
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: key, transport: network.send })
    const answer = await client.converse(turn)
    expect(answer).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable', code: 'ECONNREFUSED', url: 'http://127.0.0.1:9' },
    })
    await network.close()
  })
  it('holds a slow drip to the time limit', async () => {
    const client = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    })
    expect(await client.converse(turn, { timeLimitMs: 80 })).toMatchObject({
      ok: false,
      failure: { kind: 'timed out', limitMs: 80 },
    })
  })
  it('ends when the caller says so', async () => {
    const client = await against(() => undefined)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    expect(await client.converse(turn, { signal: controller.signal })).toMatchObject({
      ok: false,
      failure: { kind: 'aborted' },
    })
  })
  it('stops reading an endless body', async () => {
    const client = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const flood = setInterval(() => response.write('x'.repeat(50_000)), 1)
      response.on('close', () => clearInterval(flood))
    }, 200_000)
    expect(await client.converse(turn)).toMatchObject({ ok: false, failure: { kind: 'oversized' } })
  })
  it('names the path of a violated shape', async () => {
    const client = await against(
      answering(200, ok({ sessionId: 's', transcript: [{ type: 'thinking', timestamp: 't' }] })),
    )
    expect(await client.converse(turn)).toMatchObject({
      ok: false,
      failure: { kind: 'misshapen', violations: [{ path: 'data.transcript[0].thinking' }] },
    })
  })
})

it.each([
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\n{}'],
  ['another length than it has', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}{}'],
  ['no HTTP', 'HTTQ/9 banana\r\n\r\n'],
])('does not say of an answer with %s that nothing answers', async (_, bytes) => {
  const client = await against((request) => void request.socket.end(bytes))
  const answer = await client.fetchSession('s')
  expect(answer.ok ? '' : describeFailure(answer.failure)).not.toContain('nothing answers')
})

describe('refusals', () => {
  it('carry status, responseCode, errorCode and request id', async () => {
    const client = await against(
      answering(401, JSON.stringify({ responseCode: 401, errorCode: 'apiKeyInvalid', message: 'no', data: null })),
    )
    const answer = await client.converse(turn)
    expect(answer).toMatchObject({
      ok: false,
      failure: { kind: 'refused', status: 401, responseCode: 401, errorCode: 'apiKeyInvalid', requestId: 'req-1' },
    })
    expect(answer.ok ? '' : describeFailure(answer.failure)).toContain('set TABLEREAD_API_KEY')
  })
  it('ENV-08 a failing responseCode under HTTP 200 is no success', async () => {
    const client = await against(answering(200, JSON.stringify({ responseCode: 500, message: 'no line', data: null })))
    expect(await client.triggerCall({ phoneNumber: '1555', agentName: 'desk' })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', responseCode: 500 },
    })
  })
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('are read where they are compressed as %s', async (coding, pack) => {
    const client = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
      response.end(pack(ok({ sessionId: 's', transcript: [] })))
    })
    expect(await client.converse(turn)).toMatchObject({ ok: true, data: { sessionId: 's' } })
  })
  it('are told where they are compressed in a way that nobody can undo', async () => {
    const client = await against((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' })
      response.end('x')
    })
    const answer = await client.converse(turn)
    expect(answer.ok ? '' : describeFailure(answer.failure)).toContain('compressed as zstd, which cannot be decoded')
  })
  it.each([
    ['https://elsewhere.example/new?token=secret#x', 'https://elsewhere.example/new'],
    ['https://ada:secret@elsewhere.example', 'https://elsewhere.example/'],
    ['http://', 'http://'],
  ])('say where a redirect leads, without what may be a secret: %s', async (location, address) => {
    const client = await against((_, response) => response.writeHead(307, { location }).end())
    const answer = await client.converse(turn)
    const message = answer.ok ? '' : describeFailure(answer.failure)
    expect(message).toContain(`redirects to ${address} (HTTP 307), which is not followed`)
    expect(message).not.toContain('secret')
  })
  it('name the member that breaks the contract in the first line', async () => {
    const client = await against(answering(200, ok({ sessionId: 's', transcript: [{ type: 'message' }] })))
    const answer = await client.converse(turn)
    const [first] = answer.ok ? [] : describeFailure(answer.failure).split('\n')
    expect(first).toMatch(/breaks the contract of the service \(HTTP 200\) at data\.transcript\[0\]\.\w+$/)
  })
  it('are not followed when they redirect', async () => {
    const client = await against((_, response) => {
      response.writeHead(302, { location: 'http://example.com/' })
      response.end('{}')
    })
    expect(await client.converse(turn)).toMatchObject({
      ok: false,
      failure: { kind: 'garbled', status: 302, location: 'http://example.com/' },
    })
  })
})

describe('the key', () => {
  it.each([
    ['a page', 502, `<html>${key} and ${encodeURIComponent(key)}</html>`],
    ['a violated shape', 200, ok({ sessionId: 's', transcript: key })],
  ])('never shows where the service echoes it in %s', async (_, status, body) => {
    const client = await against(answering(status, body))
    const answer = await client.converse(turn)
    expect(answer.ok).toBe(false)
    expect(JSON.stringify(answer) + (answer.ok ? '' : describeFailure(answer.failure))).not.toContain(key)
  })
  it('stays in what is judged, and in nothing else', async () => {
    const refusal = JSON.stringify({ responseCode: 400, message: `bad key ${key}`, data: null })
    const client = await against(answering(400, refusal))
    const judged = await client.converse(turn)
    expect(judged).toMatchObject({ ok: false, failure: { kind: 'refused', message: `bad key ${key}` } })
    expect(JSON.stringify(await client.listBlueprints())).toContain('bad key <api key>')
  })
})

describe('requests', () => {
  it('go out as the interface says', async () => {
    const requests: {
      method: string | undefined
      url: string | undefined
      key: unknown
      bearer: unknown
      body: string
      port: number | undefined
    }[] = []
    const client = await against((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        requests.push({
          method: request.method,
          url: request.url,
          key: request.headers['x-api-key'],
          bearer: request.headers.authorization,
          body,
          port: request.socket.remotePort,
        })
        response.end(ok(null))
      })
    })
    await client.deleteWorkflowCall('wf 1', { customer_number: '+1555' })
    await client.triggerNode({ workflow_id: 'w', customer_number: '1555' })
    await client.fetchSession('a/b')
    expect(requests[0]).toMatchObject({
      method: 'DELETE',
      url: '/api/workflow/call/wf%201',
      key,
      body: '{"customer_number":"+1555"}',
    })
    expect(requests[1]).toMatchObject({ method: 'POST', url: '/workflow/trigger', key, bearer: `Bearer ${key}` })
    expect(requests[2]).toMatchObject({ method: 'GET', url: '/api/session/fetch/a%2Fb', body: '' })
  })
  it('share kept connections', async () => {
    const ports = new Set<number | undefined>()
    const client = await against((request, response) => {
      ports.add(request.socket.remotePort)
      response.end(ok({ sessionId: 's', transcript: [] }))
    })
    for (let count = 0; count < 20; count += 1) await client.converse(turn)
    expect(ports.size).toBeLessThanOrEqual(4)
  })
  it('are not sent when they break the contract', async () => {
    let requestCount = 0
    const client = await against((_, response) => {
      requestCount += 1
      response.end(ok(null))
    })
    expect(await client.converse({ ...turn, agentVersion: -1 })).toMatchObject({
      ok: false,
      failure: { kind: 'unsendable', violations: [{ path: 'agentVersion' }] },
    })
    expect(requestCount).toBe(0)
  })
})

describe('an answer in another charset', () => {
  const saying = (reply: string) =>
    ok({
      sessionId: 's',
      transcript: [
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: reply }],
          timestamp: '2026-06-01T12:00:00Z',
        },
      ],
    })
  const sending =
    (status: number, body: Buffer, type: string): RequestListener =>
    (_, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    }
  const [ascii, accented] = [saying('Your order'), saying('Ihre Bestellung für Köln')]
  const charsets = ['iso-8859-1', 'ISO-8859-15', 'windows-1252', 'shift_jis', 'utf-16', 'none-such', '"gbk"']

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'text/plain; charset=utf8',
  ])('is none where it is UTF-8: %s', async (type) => {
    const client = await against(sending(200, Buffer.from(accented), type))
    expect(JSON.stringify(await client.converse(turn))).toContain('Ihre Bestellung für Köln')
  })
  it.each(charsets)('does not matter where all of it is ASCII: %s', async (charset) => {
    const client = await against(sending(200, Buffer.from(ascii), `application/json; charset=${charset}`))
    expect(await client.converse(turn)).toMatchObject({ ok: true })
  })
  it.each(charsets)('is not guessed at where it is not: %s', async (charset) => {
    const type = `application/json; charset=${charset}`
    const name = charset.replaceAll('"', '')
    for (const [body, actual] of [
      [Buffer.from(accented), `text beyond ASCII with charset=${name}`],
      [Buffer.from(accented, 'latin1'), `bytes that are no UTF-8 (charset=${name})`],
    ] as const) {
      const client = await against(sending(200, body, type))
      const violations = [{ path: 'content-type', expected: expect.stringContaining('JSON in UTF-8'), actual }]
      expect(await client.converse(turn)).toMatchObject({ ok: false, failure: { kind: 'misshapen', violations } })
    }
  })
  it.each(['utf-8; charset=latin1', 'latin1; charset=utf-8'])(
    'is not guessed at where two are named: %s',
    async (both) => {
      const client = await against(sending(200, Buffer.from(accented), `application/json; charset=${both}`))
      const violations = [{ actual: 'text beyond ASCII with charset=latin1' }]
      expect(await client.converse(turn)).toMatchObject({ failure: { kind: 'misshapen', violations } })
    },
  )
  it('is told where nothing is said of it', async () => {
    const client = await against(sending(200, Buffer.from(accented, 'latin1'), 'application/json'))
    const violations = [{ actual: 'bytes that are no UTF-8' }]
    expect(await client.converse(turn)).toMatchObject({ failure: { kind: 'misshapen', violations } })
  })
  it('is no JSON at all where each character has two bytes', async () => {
    for (const body of [Buffer.from(ascii, 'utf16le'), Buffer.from(`\uFEFF${ascii}`, 'utf16le')]) {
      const client = await against(sending(200, body, 'application/json; charset=utf-16'))
      const failure = { kind: 'garbled', contentType: expect.stringContaining('charset=utf-16') }
      expect(await client.converse(turn)).toMatchObject({ ok: false, failure })
    }
  })
  it('leaves a refusal open that may be recovered from, and satisfies no expectation of one', async () => {
    const body = Buffer.from(JSON.stringify({ responseCode: 503, message: 'Köln', data: null }), 'latin1')
    const client = await against(sending(503, body, 'application/json'))
    expect(await client.converse(turn)).toMatchObject({ failure: { kind: 'garbled', status: 503 } })
    const refused = await against(sending(404, body, 'application/json'))
    expect(await refused.converse(turn)).toMatchObject({ failure: { kind: 'misshapen', status: 404 } })
  })
})
