import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { run } from '../cli/verbs/run.ts'
import { type LocalService, startLocalService } from './local-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-shared-clock-'))
let service: LocalService
let proxy: Server
/** What another run does just before the first request of this kind; `deaf`: from then on nobody can read the clock. */
let meanwhile: () => Promise<unknown> = async () => undefined
let [kind, deaf] = [/^POST .api.chat-agent/, false]

const json = { 'content-type': 'application/json' }
const advance = (): Promise<unknown> =>
  fetch(`${service.url}/_local/clock`, { method: 'POST', headers: json, body: '{"advance":"3 h"}' })

beforeAll(async () => {
  service = await startLocalService({ port: 0, frozenAt: Date.parse('2026-03-27T10:00:00Z') })
  proxy = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = 'GET' } = request
    const call = `${method} ${request.url}`
    if (kind.test(call)) await meanwhile()
    if (deaf && call === 'GET /_local/clock') return void response.writeHead(503, json).end('{}')
    const headers = { ...json, 'x-api-key': service.apiKey }
    const body = method === 'GET' ? {} : { body: Buffer.concat(parts) }
    const answer = await fetch(`${service.url}${request.url}`, { method, headers, ...body })
    response.writeHead(answer.status, json).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const step = '{ advance clock: 1 h }'
const hello = (reply: string): string => `{ user: hi, expect: { reply: { matches: /${reply}/ } } }`

async function verdictOf(turns: string, does: () => Promise<unknown>, at = /^POST .api.chat-agent/) {
  kind = at
  const [suite, result] = [join(folder, 's.yaml'), join(folder, 'r.json')]
  const head = 'suite: S\nagent: order-desk\nmetadata: { customer_name: Asha }\n'
  writeFileSync(suite, `${head}conversations:\n  - name: one\n${turns}\n`)
  deaf = false
  meanwhile = async () => {
    meanwhile = async () => undefined
    await does()
  }
  vi.stubEnv('TABLEREAD_API_KEY', service.apiKey)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const target = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const code = await run([suite], { target, json: result, reporter: 'plain', history: false })
  const { conversations } = JSON.parse(readFileSync(result, 'utf8'))
  return [code, conversations[0].verdict, conversations[0].reason]
}

describe('a clock that two runs move', () => {
  it.each([
    ['before it is advanced', `    turns: [${hello('\\w')}, ${step}]`],
    ['after it was advanced', `    turns: [${step}, ${hello('\\w')}]`],
    ['between', `    turns: [${step}, ${hello('\\w')}, ${step}, ${hello('\\w')}]`],
    ['ahead of the first turn', `    before: [{ user: hi }, ${step}]\n    turns: [${hello('\\w')}]`],
    ['where something failed, perhaps for that', `    turns: [${step}, ${hello('xyzzy')}]`],
  ])('is noticed, and nothing is judged by it: %s', { tags: 'slow' }, async (_, turns) => {
    const reason = expect.stringContaining('another run moved the clock of this service meanwhile')
    expect(await verdictOf(turns, advance)).toEqual([3, 'errored', reason])
    const failing = turns.includes('xyzzy')
    expect((await verdictOf(turns, async () => undefined)).slice(0, 2)).toEqual(failing ? [1, 'failed'] : [0, 'passed'])
  })
  it.each([
    ['read and moved', `    turns: [${hello('\\w')}, ${step}, ${hello('\\w')}]`, /^POST ._local.clock/],
    [
      'read and moved, ahead of the first turn',
      `    before: [${step}]\n    turns: [${hello('\\w')}]`,
      /^POST ._local.clock/,
    ],
    ['seen and the session fetched', `    turns: [${step}, ${hello('\\w')}]`, /^GET .api.session/],
  ])('is noticed where the other moves it between being %s', { tags: 'slow' }, async (_, turns, at) => {
    const reason = expect.stringContaining('another run moved the clock of this service meanwhile')
    expect(await verdictOf(turns, advance, at)).toEqual([3, 'errored', reason])
    expect(await verdictOf(turns, async () => undefined, at)).toEqual([0, 'passed', null])
  })
  it('is noticed where the other has it already past the instant that it is moved to', async () => {
    const { now } = (await (await fetch(`${service.url}/_local/clock`)).json()) as { now: string }
    const turns = `    turns: [{ advance clock: "${new Date(Date.parse(now) + 3_600_000).toISOString()}" }, ${hello('\\w')}]`
    const reason = expect.stringContaining('another run moved the clock of this service meanwhile')
    expect(await verdictOf(turns, advance, /^POST ._local.clock/)).toEqual([3, 'errored', reason])
  })
  it('is noticed where it is moved to an instant beyond what the other did meanwhile', async () => {
    const { now } = (await (await fetch(`${service.url}/_local/clock`)).json()) as { now: string }
    const to = (hours: number): string =>
      `    turns: [{ advance clock: "${new Date(Date.parse(now) + hours * 3_600_000).toISOString()}" }, ${hello('\\w')}]`
    const reason = expect.stringContaining('another run moved the clock of this service meanwhile')
    expect(await verdictOf(to(12), advance, /^POST ._local.clock/)).toEqual([3, 'errored', reason])
    expect(await verdictOf(to(24), async () => undefined, /^POST ._local.clock/)).toEqual([0, 'passed', null])
  })
  it('is no pass where nobody can read it any more', async () => {
    const turns = `    turns: [${step}, ${hello('\\w')}]`
    const reason = expect.stringContaining('the clock could not be read')
    expect(await verdictOf(turns, async () => (deaf = true))).toEqual([3, 'errored', reason])
  })
  it('does not matter to what never moves it', async () => {
    expect(await verdictOf(`    turns: [${hello('\\w')}]`, advance)).toEqual([0, 'passed', null])
  })
})
