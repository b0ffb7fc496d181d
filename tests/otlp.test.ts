import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-otlp-'))
const token = 'collector-token-7f3a9b'
const env = {
  NO_COLOR: '1',
  TABLEREAD_HISTORY: 'off',
  OTEL_EXPORTER_OTLP_HEADERS: undefined,
  OTEL_EXPORTER_OTLP_TIMEOUT: undefined,
}
const requests: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
let server: Server
let address = ''

beforeAll(async () => {
  // The reply repeats the user's message, so it contains the token.
  writeFileSync(
    join(folder, 'suite.yaml'),
    `suite: S\nagent: order-desk\nconversations:\n  - name: asks\n    turns:\n      - user: my token is ${token}, where is order 1042?\n        expect: { reply: { contains: nothing like it } }\n`,
  )
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ url: request.url, headers: request.headers, body })
      if (request.url?.startsWith('/silent')) return
      const [, status, wait] = /^\/busy-(\d+)-(\w+)/.exec(request.url ?? '') ?? []
      const isFirst = requests.filter(({ url }) => url === request.url).length === 1
      if (status !== undefined && (isFirst || wait === '99999')) {
        response.writeHead(Number(status), wait === 'none' ? {} : { 'retry-after': wait }).end()
        return
      }
      response.writeHead(request.url?.startsWith('/refuses') ? 401 : 200, { 'content-type': 'application/json' })
      const partial = /^\/partial-(\w+)/.exec(request.url ?? '')?.[1]
      if (request.url?.startsWith('/page')) response.end('<html>log in</html>')
      else if (request.url?.startsWith('/empty')) response.end()
      else if (partial !== undefined) response.end(JSON.stringify({ partialSuccess: { rejectedSpans: partial } }))
      else response.end(`{"echo":"${request.headers.authorization}"}`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (line: string, more: NodeJS.ProcessEnv = {}): ReturnType<typeof runWarm> =>
  runWarm(line.split(' '), { folder, env: { ...env, ...more } })

it('writes spans of a run to a file, over its own file alone, and the import reads them', async () => {
  const { code } = await run('run suite.yaml --otlp spans.json')
  expect(code).toBe(1)
  const spans = JSON.parse(readFileSync(join(folder, 'spans.json'), 'utf8')).resourceSpans[0].scopeSpans[0].spans
  expect(spans.map(({ name }: { name: string }) => name.split(' ')[0]).slice(0, 3)).toEqual([
    'tableread',
    'asks',
    'invoke_agent',
  ])
  expect((await run('run suite.yaml --otlp spans.json')).code).toBe(1)
  writeFileSync(join(folder, 'mine.json'), '{"resourceSpans":[]}')
  const { code: refused, err } = await run('run suite.yaml --otlp mine.json')
  expect([refused, err]).toEqual([2, expect.stringContaining('which is no file of spans of Tableread')])
  const imported = await run('import spans.json --from otlp')
  expect([imported.code, imported.out]).toEqual([0, expect.stringContaining('order 1042')])
})

it('posts them to a collector, with headers that nothing shows', async () => {
  requests.length = 0
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${token},x-team=desk` }
  const { code, out, err } = await run(`run suite.yaml --otlp ${address} --json run.json --html run.html`, headers)
  expect(code).toBe(1)
  expect(
    requests.map(({ url, headers: { authorization, 'x-team': team, 'content-type': type } }) => [
      url,
      authorization,
      team,
      type,
    ]),
  ).toEqual([['/v1/traces', `Bearer ${token}`, 'desk', 'application/json']])
  expect(requests[0]?.body).toContain('"gen_ai.evaluation.result"')
  const texts = ['run.json', 'run.html'].map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const each of [out, err, requests[0]?.body, ...texts]) expect(each).not.toContain(token)
})

it.each([
  ['/refuses/v1/traces', 'it answered with 401'],
  ['/silent/v1/traces', 'no answer came within 300 ms'],
  ['/page/v1/traces', "its answer is not a collector's"],
  ['/partial-3/v1/traces', 'it rejected 3 spans'],
  ['/partial-many/v1/traces', "its answer is not a collector's"],
])('says in one line that a collector did not take them, and the run stands: %s', async (path, why) => {
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${token}`, OTEL_EXPORTER_OTLP_TIMEOUT: '300' }
  const { code, err, out } = await run(`run suite.yaml --otlp ${address}${path}?key=${token}`, headers)
  expect(err).toContain(`the spans could not be sent to ${address}${path}: ${why}`)
  expect(`${out}${err}`).not.toContain(token)
  expect([code, out]).toEqual([1, expect.stringContaining('asks')])
})

it('is no success where everything passed but the spans were lost', async () => {
  writeFileSync(
    join(folder, 'green.yaml'),
    readFileSync(join(folder, 'suite.yaml'), 'utf8').replace('contains: nothing like it', 'present: true'),
  )
  expect((await run('run green.yaml')).code).toBe(0)
  expect((await run('run green.yaml --otlp http://127.0.0.1:9')).code).toBe(2)
  for (const path of ['page', 'partial-1']) expect((await run(`run green.yaml --otlp ${address}/${path}`)).code).toBe(2)
  for (const path of ['empty', 'partial-0'])
    expect((await run(`run green.yaml --otlp ${address}/${path}`)).code).toBe(0)
})

eachByTier(1)(['429-1', '503-0', '503-none', '502-none'])('asks a collector again that is busy: %s', async (how) => {
  requests.length = 0
  const started = performance.now()
  expect((await run(`run green.yaml --otlp ${address}/busy-${how}`)).code).toBe(0)
  expect(requests.map(({ body }) => body.length > 0)).toEqual([true, true])
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
  if (how === '429-1') expect(performance.now() - started).toBeGreaterThan(1_000)
})

it('waits for no collector longer than half a minute, and says what it asked for', async () => {
  requests.length = 0
  const { code, err } = await run(`run green.yaml --otlp ${address}/busy-429-99999`)
  expect([code, requests.length, err]).toEqual([
    2,
    1,
    expect.stringMatching(/answered with 429, and asks to wait .*busy/s),
  ])
})

it('says of a run that was interrupted that it was aborted', async () => {
  requests.length = 0
  const bin = resolve('bin/tableread.js')
  const args = [bin, 'run', 'suite.yaml', '--target', `${address}/silent`, '--otlp', 'cut.json', '--no-journal']
  const own = { ...process.env, ...env, TABLEREAD_API_KEY: 'k-0123456789' }
  const child = spawn(process.execPath, args, { cwd: folder, env: own, stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  while (requests.length === 0) await new Promise((next) => setTimeout(next, 20))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  const [root] = JSON.parse(readFileSync(join(folder, 'cut.json'), 'utf8')).resourceSpans[0].scopeSpans[0].spans
  expect(root.status).toEqual({ code: 2, message: 'interrupted before its end (exit code 130)' })
  expect(JSON.stringify(root.attributes)).toContain('aborted')
})

it.each([
  [`http://user:${token}@127.0.0.1:1`, {}, 'an address with a user or a password'],
  ['http://', {}, 'an address that cannot be read'],
  ['localhost:4318', {}, 'write --otlp http://localhost:4318'],
  ['collector.test:4318/v1/traces', {}, 'write --otlp http://collector.test:4318'],
  ['[::1]:4318', {}, 'write --otlp http://[::1]:4318'],
  ['collector.test/v1/traces', {}, 'write --otlp http://collector.test'],
  ['http:collector.test', {}, 'an address without http://'],
  [`ftp://me:${token}@127.0.0.1/`, {}, 'an address of ftp://'],
  [
    'http://127.0.0.1:1',
    { OTEL_EXPORTER_OTLP_HEADERS: 'no header' },
    'OTEL_EXPORTER_OTLP_HEADERS holds something that is no header',
  ],
  [
    'http://127.0.0.1:1',
    { OTEL_EXPORTER_OTLP_TRACES_HEADERS: `a=x%0A${token}` },
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS holds something',
  ],
])('refuses before anything runs: %s', async (value, more, message) => {
  const { code, err, out } = await run(`run suite.yaml --otlp ${value}`, more)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect(`${out}${err}`).not.toContain(token)
  expect(out).not.toContain('asks')
})

it('writes spans of a comparison, and of a result that was kept', async () => {
  await run('compare default draft suite.yaml --otlp cmp.json --json cmp-result.json')
  expect(readFileSync(join(folder, 'cmp.json'), 'utf8')).toContain('tableread compare')
  const { code } = await run('report cmp-result.json --otlp again.json')
  expect(code).toBe(0)
  expect(readFileSync(join(folder, 'again.json'), 'utf8')).toBe(readFileSync(join(folder, 'cmp.json'), 'utf8'))
})
