// @module-tag stress
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
const files = {
  'workspace.yaml': 'workspace: shop\nkeys: [key]\nagents: [desk.yaml]\n',
  'desk.yaml':
    'agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ./agent.mjs, tools: { price: { module: ./tools.ts#price } } } }\n',
  'agent.mjs':
    "import { greet } from './lib/words.mjs'\nexport default async ({ call }) => `${greet()} ${(await call('price')).output}`\n",
  'tools.ts': "import { cents } from './lib/deep/prices.ts'\nexport const price = (): number => cents\n",
  'lib/words.mjs': "export const greet = () => 'Hello'\n",
  'lib/deep/prices.ts': 'export const cents: number = 1\n',
}

let folder: string
let running: ChildProcess
let printed = ''
beforeEach(() => {
  printed = ''
  folder = mkdtempSync(join(tmpdir(), 'tableread-watch-'))
  mkdirSync(join(folder, 'lib/deep'), { recursive: true })
  for (const [name, text] of Object.entries(files)) write(name, text)
})
afterEach(async () => {
  const ended = once(running, 'exit')
  running.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

async function serve(): Promise<() => Promise<string>> {
  running = spawn(process.execPath, [bin, 'serve', '--workspace', '.', '--port', '0', '--watch'], { cwd: folder })
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (printed += String(text)))
  await vi.waitFor(() => expect(printed).toContain('Ctrl-C stops it.'), 20_000)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
  return async () => {
    const answer = await fetch(`${url}/api/chat-agent/trigger`, {
      method: 'POST',
      headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
      body: JSON.stringify({ agentName: 'desk', doReturnResponse: true, message: 'Hi' }),
    })
    const { data, message } = (await answer.json()) as {
      data?: { transcript: { content?: { text: string }[] }[] }
      message: string
    }
    return data?.transcript.at(-1)?.content?.[0]?.text ?? message
  }
}

it('serve --watch follows what the modules of agents and tools import; a broken edit leaves what was there', async () => {
  const say = await serve()
  expect(await say()).toBe('Hello 1')
  write('lib/deep/prices.ts', 'export const cents: number = 2\n')
  await vi.waitFor(async () => expect(await say()).toBe('Hello 2'), 10_000)
  write('lib/words.mjs', "export const greet = () => 'Hello\n")
  await vi.waitFor(() => expect(printed).toContain('The service keeps the workspace as it was.'), 10_000)
  expect(printed).toMatch(/agent\.mjs cannot be loaded: /)
  expect(await say()).toBe('Hello 2')
  write('lib/words.mjs', "export const greet = () => 'Welcome'\n")
  await vi.waitFor(async () => expect(await say()).toBe('Welcome 2'), 10_000)
})

it('a module that is broken from the start is told, and taken once it is mended', async () => {
  write('lib/words.mjs', 'throw new Error("no words yet")\n')
  const say = await serve()
  await vi.waitFor(() => expect(printed).toMatch(/agent\.mjs cannot be loaded: no words yet/), 10_000)
  write('lib/words.mjs', "export const greet = () => 'Hello'\n")
  await vi.waitFor(async () => expect(await say()).toBe('Hello 1'), 10_000)
})
