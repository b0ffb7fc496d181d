import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The workspace of these tests: an agent that attacks terminals, and a slow one. */
export const workspace: string = resolve(root, 'tests/chat/workspace')
const bin = resolve(root, 'bin/tableread.js')

/** The util-linux tool that creates pseudo terminals. */
const pseudoTerminal = 'script'

/** Whether this machine has it. */
export const hasTerminals: boolean =
  process.platform === 'linux' && spawnSync(pseudoTerminal, ['--version']).status === 0

/** How a process ended, and everything it printed. */
export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Keys to enter once the output contains `after`. */
export interface Entry {
  after: string
  keys: string
}

/** Runs the binary in a folder with a pipe as its input. */
export function tableread(folder: string, args: string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return start(process.execPath, [bin, ...args], { folder, env, entries: [{ after: '', keys: input }], ends: true })
}

/** Starts the binary in a folder with an open pipe as its input, so that a test can send it a signal. */
export function startChat(
  folder: string,
  args: string[],
): { child: ChildProcessWithoutNullStreams; ended: Promise<Omit<Ended, 'out'>> } {
  const { FORCE_COLOR, NO_COLOR, CI, ...env } = process.env
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return { child, ended: new Promise((done) => child.on('close', (code) => done({ code, err }))) }
}

/** Runs it in a pseudo terminal made by `script`, and enters keys as the output appears. */
export function inTerminal(
  folder: string,
  args: string[],
  entries: Entry[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const command = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ')
  const sized = `stty cols 90 rows 40; exec ${command}`
  return start(pseudoTerminal, ['-qec', sized, '/dev/null'], {
    folder,
    env: { TERM: 'xterm', ...env },
    entries,
    ends: false,
  })
}

interface Start {
  folder: string
  env: NodeJS.ProcessEnv
  entries: Entry[]
  ends: boolean
}

function start(command: string, args: string[], { folder, env, entries, ends }: Start): Promise<Ended> {
  const { FORCE_COLOR, NO_COLOR, CI, ...rest } = process.env
  const child = spawn(command, args, { cwd: folder, env: { ...rest, ...env } })
  const output = { out: '', err: '' }
  const waiting = [...entries]
  let from = 0
  const enter = (): void => {
    const [next] = waiting
    const at = next === undefined ? -1 : output.out.indexOf(next.after, from)
    if (next === undefined || at === -1) return
    from = at + next.after.length
    waiting.shift()
    child.stdin.write(next.keys)
    if (ends && waiting.length === 0) child.stdin.end()
    else enter()
  }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
    enter()
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  enter()
  return new Promise((done) => child.on('close', (code) => done({ code, ...output })))
}

/** Masks everything that differs between runs: ports, times, ids. */
export function settled(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/\b\d+ ms, /g, 'N ms, ')
    .replace(/, \d+ ms$/gm, ', N ms')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}
