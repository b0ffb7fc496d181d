// @module-tag stress
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
const files = {
  'workspace.yaml': 'workspace: slow\nkeys: [key]\nagents: [desk.yaml]\n',
  'desk.yaml': 'agent: desk\nid: desk\npublished: 1\nversions: { 1: { module: ./agent.mjs } }\n',
  'agent.mjs': `export default async function* ({ message, history, state }) {
  state.heard = (state.heard ?? 0) + 1
  yield 'Let me see.'
  if (message === 'slow') await new Promise((resolve) => setTimeout(resolve, 700))
  yield \`\${message}: \${history.length} entries before, heard \${state.heard}\`
}
`,
}

let folder: string
let running: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-half-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterEach(async () => {
  await kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function serve(): Promise<string> {
  running = spawn(process.execPath, [bin, 'serve', '--workspace', '.', '--port', '0', '--data', 'service.sqlite'], {
    cwd: folder,
  })
  let output = ''
  for await (const part of running.stdout ?? []) {
    output += String(part)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`the service said ${output}`)
}

async function kill(signal: NodeJS.Signals): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill(signal)
  await ended
}

const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }

async function say(url: string, message: string, sessionId?: string, signal?: AbortSignal) {
  const body = JSON.stringify({ agentName: 'desk', doReturnResponse: true, message, sessionId })
  const options = { method: 'POST', headers, body, signal: signal ?? null }
  const answer = await fetch(`${url}/api/chat-agent/trigger`, options)
  const { data } = (await answer.json()) as {
    data: { sessionId: string; transcript: { content: { text: string }[] }[] }
  }
  return { sessionId: data.sessionId, said: data.transcript.at(-1)?.content[0]?.text }
}

async function textsOf(url: string, sessionId: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/session/fetch/${sessionId}`, { headers })
  const { data } = (await answer.json()) as { data: { transcript: { content: { text: string }[] }[] } }
  return data.transcript.map(({ content }) => content[0]?.text ?? '')
}

const first = ['one', 'Let me see.', 'one: 0 entries before, heard 1']
const second = ['slow', 'Let me see.', 'slow: 3 entries before, heard 2']

describe('a turn that is under way', () => {
  it('leaves nothing when the service is killed, and the session goes on where it was', async () => {
    const before = await serve()
    const { sessionId } = await say(before, 'one')
    const slowAnswer = say(before, 'slow', sessionId).catch(() => 'lost')
    await new Promise((done) => setTimeout(done, 250))
    await kill('SIGKILL')
    expect(await slowAnswer).toBe('lost')
    const after = await serve()
    expect(await textsOf(after, sessionId)).toEqual(first)
    expect((await say(after, 'slow', sessionId)).said).toBe(second[2])
    expect(await textsOf(after, sessionId)).toEqual([...first, ...second])
  })

  it('is stored whole when its client goes away', async () => {
    const url = await serve()
    const { sessionId } = await say(url, 'one')
    await expect(say(url, 'slow', sessionId, AbortSignal.timeout(100))).rejects.toThrow()
    expect(await textsOf(url, sessionId)).toEqual(first)
    await expect.poll(() => textsOf(url, sessionId)).toEqual([...first, ...second])
    expect((await say(url, 'three', sessionId)).said).toBe('three: 6 entries before, heard 3')
  })
})
