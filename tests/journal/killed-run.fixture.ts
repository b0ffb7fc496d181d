import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** How a run ended. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** Starts `tableread run` in a folder, against a service. The returned `child` accepts signals. */
export function startRun(
  folder: string,
  target: string,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<Ended> } {
  const { FORCE_COLOR: _, TABLEREAD_JOURNAL: __, ...env } = process.env
  const child = spawn(process.execPath, [bin, 'run', 'suite.yaml', '--target', target, '-r', 'plain', ...args], {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', TABLEREAD_API_KEY: 'a-key-of-the-test', TABLEREAD_HISTORY: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    err += String(chunk)
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, out, err }))
  return { child, ended }
}

const conversations = [
  ...Array.from({ length: 30 }, (_, index) => {
    const expected = index % 7 === 3 ? 'something else' : `You said hello ${index}`
    return `  - name: customer ${index}
    ${index === 10 ? 'expected fail: { reason: not built yet }' : index === 12 ? 'skip: not today' : 'tags: [all]'}
    turns:
      - user: hello ${index}
        expect: { reply: { contains: ${expected} }, latency: 20 s }
      - user: more ${index}
        expect: { reply: { contains: more } }`
  }),
  `  - name: repeated
    repeat: { times: 3, pass: 2 }
    turns:
      - user: hello again
        expect: { reply: { contains: hello }, latency: 20 s }
  - name: of version 7
    agent version: "7"
    turns: [{ user: hello broken, expect: { reply: { contains: hello } } }]`,
]

/** Conversations that pass, that fail, an expected failure, a skipped one and a repeated one. */
export const suite = `suite: S\nagent: desk\nconversations:\n${conversations.join('\n')}\n`

/** A result without its times, which differ between runs. */
export function withoutTimes(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) =>
    ['startedAt', 'ms', 'turnMs', 'timestamp', 'sent', 'target'].includes(key) ? undefined : value,
  )
}
