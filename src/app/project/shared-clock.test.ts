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
/** What another run does with the first turn that is sent. */
let meanwhile: () => Promise<unknown> = async () => undefined

const json = { 'content-type': 'application/json' }
const advance = (): Promise<unknown> =>
  fetch(`${service.url}/_local/clock`, { method: 'POST', headers: json, body: '{"advance":"3 h"}' })

beforeAll(async () => {
  service = await startLocalService({ port: 0, frozenAt: Date.parse('2026-03-27T10:00:00Z') })
  proxy = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.url?.startsWith('/api/chat-agent') === true) await meanwhile()
    const { method = 'GET' } = request
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

async function verdictOf(turns: string, does: () => Promise<unknown>) {
  const [suite, result] = [join(folder, 's.yaml'), join(folder, 'r.json')]
  const head = 'suite: S\nagent: order-desk\nmetadata: { customer_name: Asha }\n'
  writeFileSync(suite, `${head}conversations:\n  - name: one\n${turns}\n`)
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
  ])('is noticed, and nothing is judged by it: %s', async (_, turns) => {
    const told = expect.stringContaining('another run moved the clock of this service meanwhile')
    expect(await verdictOf(turns, advance)).toEqual([3, 'errored', told])
    const failing = turns.includes('xyzzy')
    expect((await verdictOf(turns, async () => undefined)).slice(0, 2)).toEqual(failing ? [1, 'failed'] : [0, 'passed'])
  })
  it('does not matter to what never moves it', async () => {
    expect(await verdictOf(`    turns: [${hello('\\w')}]`, advance)).toEqual([0, 'passed', null])
  })
})
