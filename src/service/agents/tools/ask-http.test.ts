import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import { closeTools, listenHere, problemsOf, serveTools, toolFiles } from './tools.fixture.ts'

const secret = 'k3y-of-the-shop-42'
beforeEach(() => {
  process.env.SHOP_KEY = secret
  process.env.SHOP_LOGIN = 'http://clerk:pa55-of-the-clerk@127.0.0.1:4/'
})
afterEach(async () => {
  for (const name of ['SHOP_KEY', 'SHOP_LOGIN', 'SHOP_API', 'SHOP_FAR']) delete process.env[name]
  await closeTools()
})

/** A server that echoes each request, and a tool `t` that asks it. */
async function echo(tool: (url: string) => string) {
  const url = await listenHere(({ method, url, headers, text }, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('set-cookie', 'session=1')
    response.end(JSON.stringify({ method, url, headers, body: text }))
  })
  process.env.SHOP_API = url
  return { url, ...serveTools(toolFiles(tool(url))) }
}

interface Echo {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

describe('a tool that asks an address', () => {
  it('fills path, query and headers, and sends what no slot takes in the query', { tags: 'slow' }, async () => {
    const { call } = await echo(
      () => `t:
  http:
    url: "{{env.SHOP_API}}/orders/{id}?full={full}&plan=\${plan}"
    query: { tags: "{tags}", fixed: 1 }
    headers: { Authorization: "Bearer {{env.SHOP_KEY}}", x-plan: "\${plan}" }`,
    )
    const { value, isError } = await call(
      't',
      { id: 'a/b c&?#', tags: ['x', 'y'], page: 2, none: null },
      { plan: 'gold&co' },
    )
    const { method, url, headers } = value as Echo
    expect([isError, method, url]).toEqual([
      false,
      'GET',
      '/orders/a%2Fb%20c%26%3F%23?plan=gold%26co&tags=x&tags=y&fixed=1&page=2',
    ])
    expect([headers.authorization, headers['x-plan'], headers.cookie]).toEqual([
      'Bearer <env.SHOP_KEY>',
      'gold&co',
      undefined,
    ])
    const again = await call('t', { id: 1 }, { plan: 'x' })
    expect((again.value as Echo).headers.cookie).toBeUndefined()
  })

  eachByTier(2)([
    [
      't: { http: { url: "URL/x", method: POST } }',
      { a: 1, b: ['c'] },
      'POST',
      '{"a":1,"b":["c"]}',
      'application/json',
    ],
    [
      't: { http: { url: "URL/x", body: { order: { id: "{id}", note: "No {id}", left: "{left}" } } } }',
      { id: 7, a: 1 },
      'POST',
      '{"a":1,"order":{"id":7,"note":"No 7"}}',
      'application/json',
    ],
    [
      't: { http: { url: "URL/x", method: PUT, body: "id={id}" } }',
      { id: 7 },
      'PUT',
      'id=7',
      'text/plain; charset=utf-8',
    ],
    [
      't: { http: { url: "URL/x", body: { id: "{id}", of: "${plan}" }, headers: { content-type: application/x-www-form-urlencoded } } }',
      { id: 'a&b' },
      'POST',
      'id=a%26b&of=gold',
      'application/x-www-form-urlencoded',
    ],
    ['t: { http: { url: "URL/x", method: DELETE } }', { id: 1 }, 'DELETE', '', undefined],
    ['t: { http: URL/x }', {}, 'GET', '', undefined],
  ])('writes the body of %s', { tags: 'slow' }, async (tool, args, method, body, type) => {
    const { call } = await echo((url) => tool.replace('URL', url))
    const { value } = await call('t', args, { plan: 'gold' })
    const request = value as Echo
    expect([request.method, request.body, request.headers['content-type']]).toEqual([method, body, type])
    if (method === 'DELETE') expect(request.url).toBe('/x?id=1')
  })

  eachByTier(2)([
    [{}, 'id is missing, and the address needs it'],
    [{ id: '' }, 'id is empty, and the address needs it'],
    [{ id: null }, 'id is missing'],
    [{ id: { a: 1 } }, 'id is no text or number'],
    [{ id: '..' }, '".." would lead to another address'],
    [{ id: '.' }, 'would lead to another address'],
  ])('asks nobody for arguments that would lead elsewhere: %j', { tags: 'slow' }, async (args, message) => {
    const { call } = await echo((url) => `t: { http: "${url}/orders/{id}/lines" }`)
    expect(await call('t', args)).toMatchObject({ isError: true, output: expect.stringContaining(message) })
  })

  it('keeps the path and the query of an address from the environment, and sends its password as a header', {
    tags: 'slow',
  }, async () => {
    const { url, call } = await echo(() => 't: { http: "{{env.SHOP_API}}/orders/{id}?a=b c" }')
    process.env.SHOP_API = url.replace('//', '//clerk:pa55-of-the-clerk@').concat('/api/?v=1')
    const { url: address, headers } = (await call('t', { id: 7 })).value as Echo
    expect(address).toBe('/api/orders/7?v=1&a=b+c')
    expect(headers.authorization).toMatch(/^Basic <env\.SHOP_API>\S{0,3}$/)
  })

  it('needs the details of the customer that it names', async () => {
    const { call } = await echo((url) => `t: { http: { url: "${url}/x", headers: { x-plan: "\${plan}" } } }`)
    expect(await call('t')).toMatchObject({
      isError: true,
      refused: expect.stringContaining("the customer's details have no plan"),
    })
    expect((await call('t', {}, { plan: 'a\nb' })).output).toBe(
      'Error: the header x-plan holds a character that no header can carry',
    )
  })

  const answers: [
    string,
    (url: string, request: IncomingMessage, response: import('node:http').ServerResponse) => unknown,
    object,
  ][] = [
    [
      'text',
      (_, __, response) => response.setHeader('content-type', 'text/plain').end('plain words'),
      { output: 'plain words', value: 'plain words', isError: false },
    ],
    ['nothing', (_, __, response) => response.writeHead(204).end(), { output: 'null', value: null, isError: false }],
    [
      'JSON that is packed',
      (_, __, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync('{"a":1}')),
      { value: { a: 1 }, isError: false },
    ],
    [
      '404',
      (_, __, response) => response.writeHead(404).end('{"error":"no such order"}'),
      {
        output: expect.stringMatching(/^Error: 127\.0\.0\.1:\d+ answered 404: \{"error":"no such order"\}$/),
        isError: true,
      },
    ],
    [
      '500 with a long page',
      (_, __, response) => response.writeHead(500).end('x'.repeat(100_000)),
      { output: expect.stringMatching(/^Error: \S+ answered 500: x{1000}$/), isError: true },
    ],
    [
      'no JSON, as JSON',
      (_, __, response) => response.setHeader('content-type', 'application/json').end('<html>'),
      { output: expect.stringContaining('says that its answer is JSON, which it is not: <html>'), isError: true },
    ],
    [
      'a picture',
      (_, __, response) => response.setHeader('content-type', 'image/png').end(Buffer.from([0x89, 0x50, 0, 1, 255])),
      { output: expect.stringContaining('answered image/png, which is no text'), isError: true },
    ],
    [
      'half an answer',
      (_, __, response) => {
        response.writeHead(200, { 'content-length': 100 })
        response.write('half')
        setTimeout(() => response.destroy(), 20)
      },
      { output: expect.stringMatching(/the answer of 127\.0\.0\.1:\d+ broke off/), isError: true },
    ],
    [
      'no answer at all',
      (_, request) => request.socket.destroy(),
      { output: expect.stringMatching(/cannot be asked: UND_ERR_SOCKET/), isError: true },
    ],
    [
      'a redirect to another host',
      (_, __, response) => response.writeHead(302, { location: 'http://example.com/?token=hidden' }).end(),
      { output: expect.stringMatching(/sends the request on to example\.com, which is not followed$/), isError: true },
    ],
    [
      'a redirect to another port',
      (_, __, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      { output: expect.stringContaining('sends the request on to 127.0.0.1:1, which'), isError: true },
    ],
    [
      'redirects without end',
      (_, { url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
      { output: expect.stringContaining('sends the request on without end'), isError: true },
    ],
    [
      'a redirect that says nowhere',
      (_, __, response) => response.writeHead(307).end('moved'),
      { output: expect.stringMatching(/answered 307: moved$/), isError: true },
    ],
    [
      'nothing that is new',
      (_, __, response) => response.writeHead(304).end(),
      { output: expect.stringMatching(/answered 304$/), isError: true },
    ],
    [
      'a redirect within the host',
      (_, { url }, response) =>
        url === '/there' ? response.end('here') : response.writeHead(307, { location: '/there' }).end(),
      { output: 'here', isError: false },
    ],
    ['nothing in time', () => undefined, { output: 'Error: t took longer than 200 ms', isError: true }],
    [
      'headers and then nothing',
      (_, __, response) => response.write('slow'),
      { output: 'Error: t took longer than 200 ms', isError: true },
    ],
  ]
  eachByTier(3)(answers)('tells of %s', { tags: 'slow' }, async (_, answer, expected) => {
    const url = await listenHere((request, response) => answer('', request, response))
    const { call } = serveTools(toolFiles(`t: { http: { url: "${url}/x" }, timeout: 200 ms }`))
    expect(await call('t')).toMatchObject(expected)
  })

  eachByTier(1)(['', '#there', '/../x'])(
    'sends nothing twice to where it is sent back to (%s)',
    { tags: 'slow' },
    async (more) => {
      const requests: string[] = []
      const url = await listenHere(({ method, url }, response) => {
        requests.push(`${method} ${url}`)
        response.writeHead(307, { location: `${url}${more}` }).end()
      })
      const { call } = serveTools(toolFiles(`t: { http: { url: "${url}/x", method: POST } }`))
      const output = expect.stringContaining('sends the request on to where it has been')
      expect(await call('t')).toMatchObject({ isError: true, output })
      expect(requests).toEqual(['POST /x'])
    },
  )

  it('cuts off an answer of 50 MB while it comes', async () => {
    let sent = 0
    const url = await listenHere(async (_, response) => {
      response.on('error', () => undefined)
      for (; sent < 50 && !response.destroyed; sent += 1)
        if (!response.write('x'.repeat(1024 * 1024)))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      response.end()
    })
    const { call } = serveTools(toolFiles(`t: { http: ${url} }`))
    expect(await call('t')).toMatchObject({
      isError: true,
      output: expect.stringContaining('answered with more than 1048576 bytes'),
    })
    expect(sent).toBeLessThan(40)
  })

  it('tells of a port that nobody listens to, without the address and its secrets', { tags: 'slow' }, async () => {
    const { call } = serveTools(toolFiles('t: { http: { url: "{{env.SHOP_LOGIN}}/x?key={{env.SHOP_KEY}}" } }'))
    expect((await call('t')).output).toBe('Error: 127.0.0.1:4 cannot be asked: ECONNREFUSED')
  })

  it('keeps secrets out of outputs, errors and whatever is stored, however they come back', async () => {
    const url = await listenHere(({ url, headers }, response) => {
      if (url === '/error') response.writeHead(403)
      response.end(
        JSON.stringify({
          [String(headers.authorization)]: 1,
          url,
          plain: secret,
          base64: Buffer.from(secret).toString('base64'),
        }),
      )
    })
    const { call, seen, service } = serveTools(
      toolFiles(
        ['ok', 'error']
          .map(
            (name) =>
              `${name}: { http: { url: "${url}/${name}", headers: { authorization: "Basic {{env.SHOP_KEY}}" } } }`,
          )
          .join('\n'),
      ),
    )
    expect((await call('ok')).value).toEqual({
      'Basic <env.SHOP_KEY>': 1,
      url: '/ok',
      plain: '<env.SHOP_KEY>',
      base64: '<env.SHOP_KEY>',
    })
    expect((await call('error')).output).toContain('answered 403: {"Basic <env.SHOP_KEY>":1')
    const { store } = service.context
    const sessions = store.newestSessions(10)
    const stored = seen() + JSON.stringify([sessions, sessions.map(({ sessionId }) => store.transcript(sessionId))])
    expect(sessions).toHaveLength(2)
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('base64'))
  })

  it('hides its secrets from whatever the agent says too', async () => {
    const url = await listenHere((_, response) => response.end('fine'))
    const { call, seen } = serveTools({
      ...toolFiles(`t: { http: { url: "${url}", headers: { a: "{{env.SHOP_KEY}}" } } }`),
      'agent.mjs': `export default async function* ({ call }) {
        await call('t')
        yield { call: 'own', with: { key: process.env.SHOP_KEY }, output: { key: process.env.SHOP_KEY } }
        yield JSON.stringify({ output: process.env.SHOP_KEY })
      }`,
    })
    expect((await call('t')).output).toBe('<env.SHOP_KEY>')
    expect(seen()).not.toContain(secret)
  })

  it('cannot be asked without a variable that it needs: the turn is an error that names it', async () => {
    delete process.env.SHOP_KEY
    const { call } = serveTools(
      toolFiles('t: { http: { url: "http://127.0.0.1:9/x", headers: { a: "{{env.SHOP_KEY}}" } } }'),
    )
    expect((await call('t')).refused).toBe('the tool t cannot be asked: the environment variable SHOP_KEY is not set')
  })

  it('asks no other machine by a variable that was set later', { tags: 'slow' }, async () => {
    const { call } = serveTools(toolFiles('t: { http: "{{env.SHOP_FAR}}/x" }'))
    process.env.SHOP_FAR = 'http://shop.example.com'
    expect((await call('t')).refused).toContain(
      'shop.example.com is not this machine, and the url has no live: yes beside it',
    )
  })

  it('is nothing for a scripted agent, and nothing that comes over HTTP', async () => {
    const files = toolFiles('t: { http: http://127.0.0.1/ }')
    const scripted = { ...files, 'desk.yaml': files['desk.yaml']?.replace('module: ./agent.mjs', 'rules: []') ?? '' }
    expect(problemsOf(scripted)).toContain('a scripted agent asks nobody')
    const { service } = serveTools(files)
    const draft = { tools: { t: { http: 'http://127.0.0.1/' } }, 'based on': 1 }
    const answer = await service.fetch(
      new Request('http://127.0.0.1/_local/agents/desk/draft', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(draft),
      }),
    )
    expect(await answer.text()).toContain('an agent that came over HTTP names no address and no server')
  })
})
