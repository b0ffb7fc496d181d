import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import type { FromThread } from './messages.ts'
import { placeIn } from './read-thrown.ts'

/** Whose code runs: under which name it prints, of which module, and in which exchange, where it is one. */
export interface CodeOwner {
  who: string
  file: string
  exchange: number | null
}

const running = new AsyncLocalStorage<CodeOwner>()

/** Runs some work; whatever it prints or throws, then or later, is attributed to this owner. */
export function runAs<T>(owner: CodeOwner, work: () => T): T {
  return running.run({ ...owner, who: basename(owner.who) }, work)
}

/** Confines code: output goes to the other side under a name, an exit ends only the thread. Ours is for reports. */
export function confine(tell: (message: FromThread) => void): void {
  const print = (text: string): void => tell({ kind: 'printed', who: running.getStore()?.who ?? 'code', text })
  for (const stream of [process.stdout, process.stderr])
    stream.write = ((piece: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
      print(asText(piece, encoding))
      const after = typeof encoding === 'function' ? encoding : done
      if (typeof after === 'function') process.nextTick(after as () => void)
      return true
    }) as typeof stream.write
  redirectFiles(print)
  const exit = process.exit.bind(process)
  const tellEnding = (reason: string): void => {
    const { exchange = null, file = null } = running.getStore() ?? {}
    tell({ kind: 'ending', reason, by: exchange, file })
  }
  const end = (reason: string, from: unknown, code?: number | string | null): never => {
    const holder: { stack?: string } = {}
    Error.captureStackTrace(holder, from as () => void)
    tellEnding(`${reason}${placeIn(holder.stack)}`)
    return exit(code)
  }
  // The error itself comes over the worker.
  process.on('uncaughtExceptionMonitor', () => tellEnding(''))
  process.exit = function leave(code) {
    return end(`process.exit(${code ?? ''}) was called`, leave, code)
  }
  const kill = process.kill.bind(process)
  process.kill = function stop(id, signal) {
    if (Math.abs(id) === process.pid || id === 0 || id === process.ppid)
      return end(`process.kill of its own process was called`, stop)
    return kill(id, signal)
  }
}

function asText(piece: unknown, encoding?: unknown): string {
  if (typeof piece === 'string')
    return encoding === 'hex' || encoding === 'base64' ? Buffer.from(piece, encoding).toString() : piece
  return ArrayBuffer.isView(piece)
    ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString()
    : String(piece)
}

type Whatever = (...given: unknown[]) => unknown

/** Some loggers write directly to the file descriptors 1 and 2. */
function redirectFiles(print: (text: string) => void): void {
  const asString = (piece: unknown, rest: readonly unknown[]): string => {
    if (!ArrayBuffer.isView(piece))
      return asText(
        piece,
        rest.find((each) => typeof each === 'string'),
      )
    const [offset, length] = rest.filter((each) => typeof each === 'number')
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    return bytes.subarray(offset ?? 0, length === undefined ? undefined : (offset ?? 0) + length).toString()
  }
  const all = (pieces: unknown): string => (pieces as unknown[]).map((each) => asText(each)).join('')
  const whole = (piece: unknown): string => asText(piece)
  const writers = {
    write: asString,
    writeSync: asString,
    writev: all,
    writevSync: all,
    writeFileSync: whole,
    appendFileSync: whole,
  }
  for (const [name, textOf] of Object.entries(writers)) {
    const original = fs[name as keyof typeof writers] as Whatever
    const write: Whatever = (target, piece, ...rest) => {
      if (target !== 1 && target !== 2) return original(target, piece, ...rest)
      const text = textOf(piece, rest)
      print(text)
      const byteLength = Buffer.byteLength(text)
      const done = rest.at(-1)
      if (!name.endsWith('Sync') && typeof done === 'function')
        process.nextTick(done as () => void, null, byteLength, piece)
      return /^write(v?)Sync$/.test(name) ? byteLength : undefined
    }
    Object.assign(fs, { [name]: write })
  }
  syncBuiltinESMExports()
}
