import { isUtf8 } from 'node:buffer'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { duplicateMember, parseIfJson } from '../../../base/json/json-text.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { redactEnvironment } from '../../../base/secrets/environment.ts'
import { describeTwice } from '../check-answer.ts'
import { forgetGroup, signalGroup, watchGroup } from './watch-groups.ts'

export interface Program {
  command: readonly string[]
  env: Record<string, string>
  cwd: string
}

/** A connection to a program over its standard input and output, in the form the MCP SDK expects. */
export interface ProgramTransport {
  onmessage?: (message: never) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  start(): Promise<void>
  send(message: unknown): Promise<void>
  /** Ends the program; resolves when it has ended. */
  close(): Promise<void>
  /** The last line of the program that was not a message, and how it ended. */
  lastWords(): string
}

/** The longest message of a program, in characters, so that one without an end cannot fill the memory. */
const longestLine = 8 * 1024 * 1024

/** How long a program may take to exit, in milliseconds: after its input was closed, and then after a SIGTERM. */
const [politeMs, firmMs] = [500, 1_000]

/** How long the remaining output of a program that has exited may take to arrive, in milliseconds. */
const lastMs = 300

/** The only variables of our environment passed to a program: those it needs to run at all. */
const inherited =
  /^(?:HOME|LOGNAME|PATH|SHELL|TERM|USER|TMPDIR|LANG|LC_\w+|SYSTEMROOT|APPDATA|LOCALAPPDATA|TEMP|USERPROFILE|PATHEXT|COMSPEC|HOMEDRIVE|HOMEPATH|PROGRAMFILES)$/i

/** What Node prints around an error: its version, frames of the stack, and pieces of code. */
const ofNode = /^(?:Node\.js v\d.*|at .*|node:.*:\d+|\^+|[{}]|throw .*|code: .*|requireStack: .*)$/

/** A program of one JSON message a line, in a process group of its own; other lines, as greetings, are for errors. */
export function openProgram({ command, env, cwd }: Program): ProgramTransport {
  const [program = '', ...rest] = command
  let child: ChildProcessWithoutNullStreams | null = null
  let ended: Promise<void> = Promise.resolve()
  let words = ''
  let ending = ''
  const keep = (text: string): void => {
    words = (words + text).slice(-2_000)
  }
  const transport: ProgramTransport = {
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(program, rest, {
          cwd,
          env: { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name))), ...env },
          detached: process.platform !== 'win32',
          windowsHide: true,
        })
        child = started
        const { pid } = started
        if (pid !== undefined) watchGroup(pid)
        ended = new Promise((done) => {
          started.once('exit', (code, signal) => {
            ending = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`
            if (pid !== undefined) signalGroup(pid, 'SIGKILL') // its children, which may hold its output open
            // a process that left the group may hold it open too, and its output is of no interest
            const close = (): void => {
              for (const each of started.stdio) each?.destroy()
            }
            const timer = setTimeout(close, lastMs)
            started.once('close', () => clearTimeout(timer))
          })
          started.once('close', () => {
            if (pid !== undefined) forgetGroup(pid)
            done()
            transport.onclose?.()
          })
          started.once('error', (error: NodeJS.ErrnoException) => {
            ending = error.code === 'ENOENT' ? `there is no program ${program} (in ${cwd})` : error.message
            reject(new Error(ending))
            if (pid === undefined) done()
          })
        })
        started.once('spawn', resolve)
        started.stdin.on('error', () => undefined) // reported when the program closes
        started.stdout.setEncoding('latin1').on(
          'data',
          takeLines(transport, keep, () => stop(started)),
        )
        started.stderr.setEncoding('utf8').on('data', keep)
      }),
    send: async (message) => {
      if (child === null || child.stdin.destroyed || !child.stdin.writable) throw new Error('it is not running')
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      if (child !== null) void stop(child)
      await ended
    },
    lastWords() {
      const lines = words.split('\n').map((line) => line.trim())
      const tail = lines.filter((line) => line !== '' && !ofNode.test(line))
      const last = tail.findLast((line) => /\bError\b.*:/.test(line)) ?? tail.at(-1) ?? ''
      const text = cutText(redactEnvironment(last), 300)
      return [ending, ...(text === '' ? [] : [`its last words: ${text}`])].filter((each) => each !== '').join('; ')
    },
  }
  return transport
}

/** Passes on lines that are messages and keeps others; bytes as characters. No UTF-8, or a member twice, ends it. */
function takeLines(transport: ProgramTransport, keep: (text: string) => void, stop: () => void) {
  let rest = ''
  return (text: string): void => {
    const lines = text.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const bytes = Buffer.from(line, 'latin1')
      const lineText = bytes.toString()
      const value = parseIfJson(lineText)
      const message = typeof value === 'object' && value !== null && 'jsonrpc' in value ? value : null
      const twice = message === null ? null : duplicateMember(lineText)
      if (message === null) keep(`${lineText.slice(0, 2_000)}\n`)
      else if (isUtf8(bytes) && twice === null) transport.onmessage?.(message as never)
      else {
        keep(`\nit answered with ${twice === null ? 'bytes that are no UTF-8' : describeTwice(twice)}\n`)
        stop()
        return
      }
    }
    if (rest.length <= longestLine) return
    rest = ''
    keep(`\na line of more than ${longestLine} characters\n`)
    stop()
  }
}

/** Closes the input of a program, then asks it to end, then kills it. */
function stop(child: ChildProcessWithoutNullStreams): void {
  const { pid } = child
  child.stdin.end()
  if (pid === undefined) return
  const later = (signal: NodeJS.Signals, ms: number): void => {
    const timer = setTimeout(() => signalGroup(pid, signal), ms)
    child.once('close', () => clearTimeout(timer))
  }
  later('SIGTERM', politeMs)
  later('SIGKILL', politeMs + firmMs)
}
