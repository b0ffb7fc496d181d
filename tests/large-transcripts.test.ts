// @module-tag stress
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'tableread-large-'))
const timestamp = '2026-11-29T05:11:22.086Z'
const messageFields = { type: 'message', senderId: null, senderName: null, metadata: null, timestamp }

/** A turn of so many entries: the message, calls with their outputs, and the reply. */
function turnOf(entries: number, message: string): unknown[] {
  const calls = Array.from({ length: (entries - 2) / 2 }, (_, index) => {
    const call = { name: 'lookup_order', call_id: `call_${index}`, phase: 'during', timestamp }
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
      content: [{ type: 'text', text: 'How can I help you?' }],
      agentName: 'desk',
    },
  ]
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { message = '' } = body === '' ? {} : JSON.parse(body)
  const data = { sessionId: 'one', transcript: turnOf(Number(message.split(' ')[0]), message) }
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

/** Runs one turn with every report; gives the exit code and the most memory that the process had, in MB. */
async function runOne(entries: number, expected: string): Promise<{ code: number; peak: number }> {
  writeFileSync(
    join(folder, 's.yaml'),
    `suite: S\nagent: desk\nconversations:\n  - name: long\n    turns:\n      - user: ${entries} entries\n        expect: ${expected}\n`,
  )
  const peak = join(folder, 'peak')
  // Where there is /proc: what a process inherits from the one that started it counts in maxRSS.
  const meter = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const kept = '/proc/self/status'
const most = () => existsSync(kept) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(kept, 'utf8'))[1] : process.resourceUsage().maxRSS
process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, String(most())))`
  const { port } = server.address() as AddressInfo
  const reports = ['--json', 'r.json', '--html', 'r.html', '--junit', 'r.xml', '--markdown', 'r.md', '--trace']
  const child = spawn(
    process.execPath,
    [
      ...[
        '--import',
        `data:text/javascript,${encodeURIComponent(meter)}`,
        resolve('bin/tableread.js'),
        'run',
        's.yaml',
      ],
      ...['--target', `http://127.0.0.1:${port}`, '--no-reconcile', ...reports],
    ],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, TABLEREAD_API_KEY: 'local-key' } },
  )
  const [code] = await once(child, 'exit')
  return { code, peak: Number(readFileSync(peak, 'utf8')) / 1024 }
}

it.each([
  ['passes', '{ calls: [{ lookup_order: { times: 4999 } }], reply: { contains: help } }', 0],
  ['fails', '{ calls: { never: [lookup_order] }, reply: { contains: nothing } }', 1],
])('a turn of 10,000 entries that %s takes at most 300 MB with every report', async (_, expected, code) => {
  const run = await runOne(10_000, expected)
  if (process.env.TIMES !== undefined) console.log(run)
  expect(run.code).toBe(code)
  expect(run.peak).toBeLessThan(300)
})
