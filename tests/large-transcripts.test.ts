// @module-tag stress
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tableread-large-'))
const timestamp = '2026-11-29T05:11:22.086Z'
const messageFields = { type: 'message', senderId: null, senderName: null, metadata: null, timestamp }

/** Of so many kilobytes, no two sentences of it the same. */
const replyOf = (kilobytes: number, version: string): string =>
  Array.from({ length: kilobytes * 20 }, (_, index) =>
    `Order ${index} of ${version} is on its way now, Asha.\n`.padStart(50),
  ).join('')

/** A turn of so many entries: the message, calls with their outputs, and the reply. */
function turnOf(entries: number, message: string, { reply, from }: { reply: string; from: number }): unknown[] {
  const calls = Array.from({ length: (entries - 2) / 2 }, (_, index) => {
    const call = { name: 'lookup_order', call_id: `call_${from + index}`, phase: 'during', timestamp }
    const output = { output: '{"status":"packed"}', is_error: false, executionTimeMs: 0 }
    return [
      { type: 'function_call', ...call, arguments: { order_id: String(index) } },
      { type: 'function_call_output', ...call, ...output },
    ]
  })
  return [
    { ...messageFields, role: 'user', content: [{ type: 'text', text: message }], agentName: null },
    ...calls.flat(),
    {
      ...messageFields,
      role: 'assistant',
      content: [{ type: 'text', text: reply }],
      agentName: 'desk',
    },
  ]
}

const sessions = new Map<string, unknown[]>()
const storedSession = (sessionId: string) => ({
  ...{ sessionId, agentDetails: { name: 'desk', number: null, email: null, version: '1' } },
  customer: { id: 'c', name: null, number: null, email: null },
  ...{ dynamicVariables: null, communicationChannelType: 'webChat', communicationChannelName: null },
  ...{ transcript: sessions.get(sessionId) ?? [], analysis: null, status: 'active' },
  ...{ time: timestamp, createdAt: timestamp, updatedAt: timestamp },
})

function converse({ message, sessionId, agentVersion }: Record<'message' | 'sessionId' | 'agentVersion', string>) {
  const [entries = 0, , kilobytes = 0] = message.split(' ').map(Number)
  const id = sessionId ?? `s${sessions.size}`
  const before = sessions.get(id) ?? []
  const reply = kilobytes > 0 ? replyOf(kilobytes, `${agentVersion} ${before.length}`) : 'How can I help you?'
  const transcript = turnOf(entries, message, { reply, from: before.length })
  sessions.set(id, [...before, ...transcript])
  return { sessionId: id, transcript }
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { url = '' } = request
  const data = url.startsWith('/api/session/fetch/')
    ? storedSession(url.slice(19))
    : url === '/api/chat-agent/trigger'
      ? converse(JSON.parse(body))
      : { agents: [], workflowList: [] }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ responseCode: 200, message: 'success', data }))
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Writes a suite of one conversation, and runs a command on it with every report. */
function runOne(entries: number, expected: string): Promise<Measured> {
  writeFileSync(
    join(folder, 's.yaml'),
    `suite: S\nagent: desk\nconversations:\n  - name: long\n    turns:\n      - user: ${entries} entries\n        expect: ${expected}\n`,
  )
  return measure(`run s.yaml --no-reconcile ${reports} --trace`)
}

const reports = '--json r.json --html r.html --junit r.xml --markdown r.md'

/** The exit code and output of a command, the most memory that its process had, in MB, and how long it took. */
interface Measured {
  code: number
  out: string
  peak: number
  ms: number
}

async function measure(line: string): Promise<Measured> {
  const peak = join(folder, 'peak')
  // Where there is /proc: what a process inherits from the one that started it counts in maxRSS.
  const meter = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const kept = '/proc/self/status'
const most = () => existsSync(kept) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(kept, 'utf8'))[1] : process.resourceUsage().maxRSS
process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, String(most())))`
  const { port } = server.address() as AddressInfo
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(meter)}`, resolve('bin/tableread.js')],
      ...[...line.split(' '), '--target', `http://127.0.0.1:${port}`],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TABLEREAD_API_KEY: 'local-key' } },
  )
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
  const [code] = await once(child, 'close')
  const measured = { code, out, peak: Number(readFileSync(peak, 'utf8')) / 1024, ms: performance.now() - began }
  if (process.env.TIMES !== undefined) console.log(line, code, Math.round(measured.peak), Math.round(measured.ms))
  return measured
}

it.each([
  ['passes', '{ calls: [{ lookup_order: { times: 4999 } }], reply: { contains: help } }', 0],
  ['fails', '{ calls: { never: [lookup_order] }, reply: { contains: nothing } }', 1],
])('a turn of 10,000 entries that %s takes at most 300 MB with every report', async (_, expected, code) => {
  const run = await runOne(10_000, expected)
  expect(run.code).toBe(code)
  expect(run.peak).toBeLessThan(300)
})

describe('a conversation of 2,000 entries whose ten replies have 200 kB each', () => {
  const talk = (words: string, turns = 10): string =>
    `suite: S\nagent: desk\nconversations:\n  - name: long\n    turns:\n${`      - { user: 200 entries 200, expect: { calls: [{ lookup_order: { times: 99 } }], reply: { contains: ${words} } } }\n`.repeat(turns)}`
  const passing = talk('Order 3999 of')
  const failing = talk('nothing like it')
  /** A comparison plays it six times and looks in every reply for what no source holds: three of the turns. */
  const short = talk('Order 3999 of', 3)

  it.each([
    [`run s.yaml --no-reconcile ${reports} --ctrf r.ctrf.json --otlp r.otlp.json --trace`, passing, 0],
    [`run s.yaml --no-reconcile ${reports} --ctrf r.ctrf.json --otlp r.otlp.json --trace --keep-going`, failing, 1],
    [`compare default draft s.yaml ${reports}`, short, 1],
    ['snapshots s.yaml --update', passing, 0],
    ['snapshots s.yaml --json r.json --html r.html', passing, 0],
  ])('%s', async (line, suite, code) => {
    writeFileSync(join(folder, 's.yaml'), suite)
    const run = await measure(line)
    expect(run.code, run.out.slice(0, 4_000)).toBe(code)
    expect(run.peak).toBeLessThan(1_000)
  })
})
