// @module-tag stress
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import type { RemoteBehaviour } from '../../workspace/agent.ts'
import { closeAll, closeLater, type Heard, json, listen, say, serveRemote, textsOf } from './remote.fixture.ts'

const secret = 'sk-very-secret-4711'
beforeEach(() => vi.stubEnv('FAR_KEY', secret))
afterEach(async () => {
  vi.unstubAllEnvs()
  await closeAll()
})

const protocols: RemoteBehaviour['protocol'][] = ['chat completions', 'webhook', 'a2a', 'ag-ui', 'http']
const headers = { authorization: 'Bearer {{env.FAR_KEY}}' }

type Answer = Parameters<typeof listen>[0]
type Refused = [what: string, answer: Answer, message: RegExp]

const big = Buffer.alloc(1024 * 1024, 'x')

/** Answers that no protocol accepts, sent in reply to the first request (for A2A, the one for the card). */
const bad: Refused[] = [
  [
    '401',
    (_, response) => json(response, { error: `no ${secret}` }, 401),
    /refuses the request \(401\): check its headers/,
  ],
  [
    '404',
    (_, response) => response.writeHead(404).end('nope'),
    /has nothing at (GET|POST) \S+ \(404\): check the address/,
  ],
  ['429', (_, response) => response.writeHead(429).end(), /takes no more requests now \(429\), and does not say/],
  [
    '429 for longer than the turn',
    (_, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
    /takes no more requests now \(429\) and asks to wait 2 min 0 s, and the turn has/,
  ],
  ['500', (_, response) => response.writeHead(500).end('trace'), /broke \(500\)\. It says "trace"/],
  [
    'a redirect to another host',
    (_, response) => response.writeHead(307, { location: 'http://127.0.0.2:9/x' }).end(),
    /is not asked: it redirects \(307\) to 127\.0\.0\.2:9, which gets none of its headers/,
  ],
  [
    'a redirect of another kind',
    (_, response) => response.writeHead(302, { location: '/x' }).end(),
    /it redirects \(302\) to another address of its own/,
  ],
  [
    'an endless redirect',
    ({ path }, response) => response.writeHead(308, { location: `${path}x` }).end(),
    /it redirects \(308\) to another/,
  ],
  [
    '50 MB',
    async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      for (let sent = 0; sent < 50 && !response.destroyed; sent += 1)
        await new Promise((resolve) => response.write(big, resolve))
      response.end()
    },
    /answers with more than 16777216 bytes|not with a stream of events/,
  ],
  [
    'an answer that breaks off',
    ({ headers: { accept = '' } }, response) => {
      const type = accept.includes('event-stream') ? 'text/event-stream' : 'application/json'
      response.writeHead(200, { 'content-type': type, 'content-length': '1000' }).write('{"a":')
      setTimeout(() => response.destroy(), 20)
    },
    /broke off in the middle of its answer/,
  ],
]

const host = (url: string): string => new URL(url).host

describe.each(protocols)('an agent behind %s', (protocol) => {
  it.each(bad)('that answers with %s is told, without a secret', { tags: 'slow' }, async (_, answer, message) => {
    const far = await listen(answer)
    const service = serveRemote({ protocol, url: far.url, headers })
    const reply = await say(service, 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
    expect(reply.message).toContain(host(far.url))
    expect(JSON.stringify(reply)).not.toContain(secret)
    expect(far.heard[0]?.headers.authorization).toBe(`Bearer ${secret}`)
    expect(service.context.store.countSessions()).toBe(0)
  })

  it('that does not listen, or has no name, or is not this machine, is told', async () => {
    const closed = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number }
        server.close(() => resolve(port))
      })
    })
    const replyFrom = async (url: string, live = false) =>
      (await say(serveRemote({ protocol, url, live, headers }), 'hello')).message
    expect(await replyFrom(`http://127.0.0.1:${closed}`)).toMatch(
      /cannot be reached: nothing listens there \(ECONNREFUSED\)/,
    )
    expect(await replyFrom('http://nobody.invalid', true)).toMatch(
      /nobody\.invalid cannot be found: its name is not known/,
    )
    expect(await replyFrom('http://nobody.invalid')).toMatch(/is not asked: nobody\.invalid is not this machine/)
  })

  it('that never answers is given up', { tags: 'slow' }, async () => {
    const far = await listen(() => undefined)
    const reply = await say(serveRemote({ protocol, url: far.url, limitMs: 200 }), 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(/has not answered within 0.2 s/)])
  })

  it('that speaks no HTTP is told', async () => {
    const server = createServer((socket) => socket.end('220 mail ready\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closeLater(() => void server.close())
    const { port } = server.address() as { port: number }
    const { message } = await say(serveRemote({ protocol, url: `http://127.0.0.1:${port}` }), 'hello')
    expect(message).toMatch(/127\.0\.0\.1:\d+ (cannot be reached|broke off)/)
  })

  it('needs what its address and headers name', async () => {
    const replyWith = async (behaviour: Partial<RemoteBehaviour>) =>
      (await say(serveRemote({ protocol, url: 'http://127.0.0.1:9', ...behaviour }), 'hello')).message
    expect(await replyWith({ url: 'http://{{env.NOWHERE}}/v1' })).toContain(
      `the address of ${protocol} needs the environment variable NOWHERE, which is not set`,
    )
    expect(await replyWith({ headers: { 'x-key': '{{env.NOWHERE}}' } })).toContain('the header x-key of')
    vi.stubEnv('FAR_KEY', 'two\nlines-of-secret')
    expect(await replyWith({ headers })).toMatch(
      /the header authorization of .* holds a character that no header can carry/,
    )
    vi.stubEnv('FAR_URL', 'mailto:somebody')
    expect(await replyWith({ url: '{{env.FAR_URL}}' })).toMatch(/\{\{env\.FAR_URL\}\}, is no http or https address/)
  })
})

/** A sound answer of chat completions or a webhook. */
const good = (protocol: string, text: string): object =>
  protocol === 'webhook' || protocol === 'http' ? { reply: text } : { choices: [{ message: { content: text } }] }

describe.each(['chat completions', 'webhook', 'http'] as const)('an agent behind %s', (protocol) => {
  it.each<Refused>([
    [
      'HTML',
      (_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><p>Hi'),
      /answers with HTML, not with JSON: it begins with "<!doctype/,
    ],
    [
      'cut JSON',
      (_, response) => response.end('{"choices": [{'),
      /no JSON, or was cut off: it begins with "\{\\"choices\\"/,
    ],
    [
      'a stream',
      (_, response) => response.setHeader('content-type', 'text/event-stream').end('data: {}\n\n'),
      /answers with a stream/,
    ],
    ['a secret in a page', (_, response) => response.end(`<html>${secret}`), /it begins with "<html><env\.FAR_KEY>"/],
  ])('that answers with %s is told', async (_, answer, message) => {
    const far = await listen(answer)
    const reply = await say(serveRemote({ protocol, url: far.url, headers }), 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
  })

  it('is asked again where it says when, and within its own host where it leads there', async () => {
    const far = await listen((request: Heard, response, index) => {
      if (index === 0) response.writeHead(429, { 'retry-after': '0.05' }).end()
      else if (index === 1) response.writeHead(308, { location: `${request.path}?moved` }).end()
      else json(response, good(protocol, 'done'))
    })
    expect(textsOf(await say(serveRemote({ protocol, url: far.url, headers }), 'hello'))).toEqual(['done'])
    expect(far.heard[2]?.body).toEqual(far.heard[0]?.body)
    expect(far.heard[2]?.path).toMatch(/\?moved$/)
  })

  eachByTier(1)(['0', 'Wed, 21 Oct 2015 07:28:00 GMT'])(
    'is asked again where it says at once (%s)',
    { tags: 'slow' },
    async (retryAfter) => {
      const far = await listen((_, response, index) => {
        if (index === 0) response.writeHead(429, { 'retry-after': retryAfter }).end()
        else json(response, good(protocol, 'done'))
      })
      expect(textsOf(await say(serveRemote({ protocol, url: far.url }), 'hello'))).toEqual(['done'])
      const busy = await listen((_, response) => response.writeHead(429, { 'retry-after': retryAfter }).end())
      const reply = await say(serveRemote({ protocol, url: busy.url, limitMs: 1_200 }), 'hello')
      expect(reply.message).toMatch(/takes no more requests now \(429\) and asks to wait|has not answered within/)
      expect(busy.heard.length).toBeLessThan(4)
    },
  )

  it('cannot have our secrets repeated', async () => {
    const far = await listen(({ headers: requestHeaders }, response) =>
      json(response, good(protocol, `You sent ${requestHeaders.authorization}`)),
    )
    const reply = await say(serveRemote({ protocol, url: far.url, headers }), 'hello')
    expect(textsOf(reply)).toEqual(['You sent Bearer <env.FAR_KEY>'])
  })
})
