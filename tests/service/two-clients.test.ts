// @module-tag stress
import { execFile, spawnSync } from 'node:child_process'
import { request } from 'node:http'
import { Client } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../src/service/app.ts'
import { type Listening, listen } from '../../src/service/listen.ts'
import { conformanceWorkspaces } from '../conformance/workspaces.ts'

/** How a client received an answer; `broken` if the connection or the body broke. */
interface Got {
  status: number
  headers: Record<string, string>
  text: string
  broken: boolean
}

/** Sends one request with a body. */
type Drive = (
  url: string,
  options: { method?: string; key?: string | null; host?: string; body?: unknown },
) => Promise<Got>

const headersOf = ({ key = 'key-of-workspace-a', host }: Parameters<Drive>[1]): Record<string, string> => ({
  'content-type': 'application/json',
  ...(key === null ? {} : { 'x-api-key': key }),
  ...(host === undefined ? {} : { host }),
})

const nothing: Got = { status: 0, headers: {}, text: '', broken: true }

const curl: Drive = (url, options) =>
  new Promise((resolve) => {
    const headers = Object.entries(headersOf(options)).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const body = options.body === undefined ? [] : ['--data-binary', '@-']
    const method = ['-X', options.method ?? (options.body === undefined ? 'GET' : 'POST')]
    const child = execFile(
      'curl',
      ['-sS', '-i', '-H', 'expect:', '-H', 'expect:', '--max-time', '10', ...method, ...headers, ...body, url],
      (error, stdout) => {
        const [head = '', ...rest] = stdout.split('\r\n\r\n')
        const lines = head
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(/: (.*)/s))
        const fields = Object.fromEntries(lines.map(([name = '', value = '']) => [name.toLowerCase(), value]))
        resolve({
          status: Number(/ (\d{3})/.exec(head)?.[1] ?? 0),
          headers: fields,
          text: rest.join('\r\n\r\n'),
          broken: error !== null,
        })
      },
    )
    child.stdin?.end(options.body === undefined ? '' : JSON.stringify(options.body))
  })

const undici: Drive = async (url, options) => {
  const { origin, pathname } = new URL(url)
  const client = new Client(origin)
  try {
    const answer = await client.request({
      path: pathname,
      method: (options.method ?? (options.body === undefined ? 'GET' : 'POST')) as 'GET',
      headers: headersOf(options),
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const headers = answer.headers as Record<string, string>
    return await answer.body.text().then(
      (text) => ({ status: answer.statusCode, headers, text, broken: false }),
      () => ({ ...nothing, status: answer.statusCode, headers }),
    )
  } catch {
    return nothing // the connection broke before there was an answer
  } finally {
    await client.destroy()
  }
}

const nodeHttp: Drive = (url, options) =>
  new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
        headers: {
          ...headersOf(options),
          'content-length': Buffer.byteLength(options.body === undefined ? '' : JSON.stringify(options.body)),
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (piece) => (text += piece))
        const done = (broken: boolean): void =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, text, broken })
        answer.on('end', () => done(!answer.complete))
        answer.on('error', () => done(true))
      },
    )
    sent.on('error', () => resolve(nothing))
    sent.end(options.body === undefined ? undefined : JSON.stringify(options.body))
  })

const hasCurl = spawnSync('curl', ['--version']).status === 0
const clients: [string, Drive, boolean][] = [
  ['curl', curl, hasCurl],
  ['undici', undici, true],
  ['node:http', nodeHttp, true],
]

describe.each(clients)('driven by %s', (name, drive, there) => {
  const service = createService({ workspaces: conformanceWorkspaces() })
  let base: Listening
  let workflow: Listening
  const chat = (body: object = {}) =>
    drive(`${base.url}/api/chat-agent/trigger`, {
      body: { doReturnResponse: true, agentName: 'alpha', message: 'Hello', ...body },
    })
  const faults = (...all: object[]) => drive(`${base.url}/_local/faults`, { method: 'PUT', body: { faults: all } })

  beforeAll(async () => {
    base = await listen(service, { port: 0, side: 'base' })
    workflow = await listen(service, { port: 0, side: 'workflow' })
  })
  afterAll(async () => {
    await Promise.all([base.close(), workflow.close()])
    service.close()
  })
  const test = there ? it : it.skip
  if (!there) it(`says that ${name} is not on this machine`, (context) => context.skip(`${name} is not installed`))

  test('all seven operations answer, on their own hosts', async () => {
    const first = JSON.parse((await chat()).text)
    const fetched = JSON.parse((await drive(`${base.url}/api/session/fetch/${first.data.sessionId}`, {})).text)
    expect(fetched.data.transcript).toEqual(first.data.transcript)
    const call = await drive(`${workflow.url}/api/call/trigger`, {
      body: { phoneNumber: '15550100', agentName: 'alpha' },
    })
    expect(JSON.parse(call.text).data.callId).toMatch(/./)
    const queued = { customer_number: '+15550188', schedule_time: '2999-01-01T00:00:00Z' }
    expect((await drive(`${workflow.url}/api/workflow/call/wf-a`, { body: queued })).status).toBe(200)
    const removed = await drive(`${workflow.url}/api/workflow/call/wf-a`, {
      method: 'DELETE',
      body: { customer_number: '15550188' },
    })
    expect([removed.status, JSON.parse(removed.text).data]).toEqual([200, null])
    expect(JSON.parse((await drive(`${workflow.url}/api/agent/blueprints`, {})).text).data.agents.length).toBe(3)
    expect((await drive(`${workflow.url}/workflow/trigger`, { key: null, body: { workflow_id: 'wf-a' } })).status).toBe(
      401,
    )
    expect((await drive(`${base.url}/api/agent/blueprints`, {})).status).toBe(404)
  })
  test('another host name is refused', async () => {
    expect((await drive(`${base.url}/_local/state`, { host: 'evil.example' })).status).toBe(421)
    expect((await drive(`${base.url}/api/session/fetch/x`, { host: 'evil.example' })).status).toBe(421)
  })
  test('a body that is too large is refused', async () => {
    expect((await chat({ message: 'x'.repeat(3_000_000) })).status).toBe(413)
    expect((await chat()).status).toBe(200)
  })

  describe('under faults', () => {
    test('a reset before the request is carried out leaves nothing, one after it leaves a session', async () => {
      const count = async () => JSON.parse((await drive(`${base.url}/_local/sessions`, {})).text).count
      const before = await count()
      await faults({ kind: 'reset before', nth: 1, operation: 'chat.trigger' })
      expect(await chat()).toMatchObject({ status: 0, broken: true })
      expect(await count()).toBe(before)
      await faults({ kind: 'reset after', nth: 1, operation: 'chat.trigger' })
      expect(await chat()).toMatchObject({ status: 0, broken: true })
      expect([await count(), (await chat()).status]).toEqual([before + 1, 200])
    })
    test('a body can be cut', async () => {
      await faults({ kind: 'cut body', nth: 1 })
      expect(await chat()).toMatchObject({ status: 200, broken: true })
      expect(await chat()).toMatchObject({ status: 200, broken: false })
    })
    test('statuses, pages and wrong types come as they are set', async () => {
      await faults(
        { kind: 'status', status: 503, nth: 1 },
        { kind: 'too many requests', nth: 1, retryAfter: 3 },
        { kind: 'html body', nth: 1 },
      )
      expect((await chat()).status).toBe(503)
      await faults({ kind: 'too many requests', retryAfter: 3 })
      expect(await chat()).toMatchObject({ status: 429, headers: { 'retry-after': '3' } })
      await faults({ kind: 'html body' })
      expect(await chat()).toMatchObject({ status: 502, text: expect.stringContaining('<html>') })
      await faults({ kind: 'wrong content type' })
      expect(await chat()).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain' } })
    })
    test('latency and a slow drip take their time, and the answer is whole', async () => {
      await faults({ kind: 'latency', ms: 150 })
      const began = performance.now()
      expect((await chat()).status).toBe(200)
      expect(performance.now() - began).toBeGreaterThanOrEqual(149)
      await faults({ kind: 'slow drip', ms: 1 })
      expect(JSON.parse((await chat()).text).data.transcript.length).toBeGreaterThan(2)
    })
    test('transcripts are spoilt, in the stored session as well', async () => {
      const spoilt = async (kind: string, rest: object = {}) => {
        await faults({ kind, operation: 'chat.trigger', ...rest })
        const { data } = JSON.parse((await chat({ message: 'use your tools' })).text)
        await faults()
        const stored = JSON.parse((await drive(`${base.url}/api/session/fetch/${data.sessionId}`, {})).text).data
          .transcript
        expect([kind, stored]).toEqual([kind, data.transcript])
        return data.transcript as { type: string; call_id?: string; timestamp: string }[]
      }
      const typesOf = async (kind: string) => (await spoilt(kind)).map(({ type }) => type)
      expect(await typesOf('missing output')).not.toContain('function_call_output')
      expect(await typesOf('lost call')).not.toContain('function_call')
      expect((await typesOf('orphan output')).at(-1)).toBe('function_call_output')
      const ids = (await spoilt('duplicate id')).flatMap(({ call_id }) => call_id ?? [])
      expect([ids.length, new Set(ids).size]).toEqual([6, 1])
      const sorted = (entries: { timestamp: string }[]) =>
        entries.every(({ timestamp }, index) => index === 0 || timestamp >= (entries[index - 1]?.timestamp ?? ''))
      expect([sorted(await spoilt('out of order')), sorted(await spoilt('clock skew', { ms: -60_000 }))]).toEqual([
        false,
        false,
      ])
    })
    test('probability repeats with its seed', async () => {
      const pattern = async () => {
        await faults({ kind: 'status', probability: 0.5, seed: 'x' })
        const all: number[] = []
        for (let count = 0; count < 12; count += 1) all.push((await chat()).status)
        return all
      }
      const first = await pattern()
      expect([new Set(first).size, await pattern()]).toEqual([2, first])
      await faults({ kind: 'status', every: 3 })
      const every = [await chat(), await chat(), await chat(), await chat()].map(({ status }) => status)
      expect(every).toEqual([200, 200, 500, 200])
      await faults()
    })
  })
})
