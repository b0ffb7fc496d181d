// @module-tag stress
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** An MCP server that ignores the end of its input and SIGTERM; so does the child process it starts. */
const stubborn = (detached: boolean): string => `
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const stay = 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)'
const child = spawn(process.execPath, ['-e', stay], { stdio: 'ignore', detached: ${detached} })
process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1000)
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })
  if (method === 'tools/list') send({ id, result: { tools: [{ name: 'stock', inputSchema: { type: 'object' } }] } })
  if (method === 'tools/call') {
    appendFileSync('starts', process.pid + '\\n' + child.pid + '\\n')
    send({ id, result: { content: [{ type: 'text', text: '7' }] } })
  }
})
`

const files = {
  'workspace.yaml':
    'workspace: shop\nkeys: [key]\nagents: [desk.yaml]\nmcp servers: { inventory: { command: [node, server.mjs] } }\n',
  'desk.yaml':
    'agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ./agent.mjs, tools: { stock: { mcp: inventory } } } }\n',
  'agent.mjs': "export default async ({ call }) => (await call('stock')).output\n",
  'server.mjs': stubborn(false),
}

let folder: string
let running: ChildProcess
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-left-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterEach(() => {
  for (const pid of [running.pid ?? 0, ...started()]) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function started(): number[] {
  const path = join(folder, 'starts')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map(Number) : []
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Serves the workspace and has its agent call the tool. */
async function callTool(): Promise<void> {
  running = spawn(process.execPath, [bin, 'serve', '--workspace', '.', '--port', '0'], { cwd: folder })
  let output = ''
  for await (const part of running.stdout ?? []) {
    output += String(part)
    if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) break
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
  const answer = await fetch(`${url}/api/chat-agent/trigger`, {
    method: 'POST',
    headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
    body: JSON.stringify({ agentName: 'desk', doReturnResponse: true, message: 'How many?' }),
  })
  expect(await answer.text()).toContain('"text":"7"')
  expect(started().map(isRunning)).toEqual([true, true])
}

describe.skipIf(process.platform === 'win32')('a program behind the local service', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'does not outlive it after %s, and neither does what it has started',
    async (signal) => {
      await callTool()
      const ended = once(running, 'exit')
      running.kill(signal)
      await ended
      await vi.waitFor(() => expect(started().map(isRunning)).toEqual([false, false]), 8_000)
    },
  )

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'does not outlive it after %s where it has put a process into a group of its own, which does',
    async (signal) => {
      writeFileSync(join(folder, 'server.mjs'), stubborn(true))
      await callTool()
      const ended = once(running, 'exit')
      running.kill(signal)
      await ended
      await vi.waitFor(() => expect(started().map(isRunning)).toEqual([false, true]), 8_000)
    },
  )
})
