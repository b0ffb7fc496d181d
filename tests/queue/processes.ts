import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')

/** A running command. */
export interface Running {
  child: ChildProcess
  /** What it has written so far to both outputs. */
  said(): string
  /** Resolves once the output matches. */
  until(words: RegExp): Promise<RegExpExecArray>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts the built command line. */
export function start(args: readonly string[], folder: string, env: Record<string, string>): Running {
  const { FORCE_COLOR: _, TABLEREAD_QUEUE_URL: __, ...own } = process.env
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { ...own, NO_COLOR: '1', TABLEREAD_API_KEY: 'a-key-of-the-test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += String(chunk)
      child.emit('said')
    })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return {
    child,
    said: () => text,
    async until(words) {
      for (;;) {
        const match = words.exec(text)
        if (match !== null) return match
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`it ended and never said ${words}:\n${text}`)
        await Promise.race([once(child, 'said'), ended])
      }
    },
    ended,
  }
}
