import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import type { FromThread } from './messages.ts'
import { placeIn } from './read-thrown.ts'

/** Who is printing: the agent whose turn it is, or the file whose code runs. */
const printing = new AsyncLocalStorage<string>()

/** Runs some work; whatever it prints, then or later, is attributed to this name. */
export function printAs<T>(who: string, work: () => T): T {
  return printing.run(basename(who), work)
}

/**
 * Confines what code does to its process: output goes to the other side, to be shown with the name of whoever
 * printed it, and where the process would exit, only the thread ends. Nothing reaches our standard output,
 * which belongs to reports.
 */
export function confine(tell: (message: FromThread) => void): void {
  const print = (text: string): void => tell({ kind: 'printed', who: printing.getStore() ?? 'code', text })
  for (const stream of [process.stdout, process.stderr])
    stream.write = ((piece: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
      print(asText(piece, encoding))
      const after = typeof encoding === 'function' ? encoding : done
      if (typeof after === 'function') process.nextTick(after as () => void)
      return true
    }) as typeof stream.write
  redirectFiles(print)
  const exit = process.exit.bind(process)
  const end = (reason: string, from: unknown, code?: number | string | null): never => {
    const holder: { stack?: string } = {}
    Error.captureStackTrace(holder, from as () => void)
    tell({ kind: 'ending', reason: `${reason}${placeIn(holder.stack)}` })
    return exit(code)
  }
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
  const isOurs = (target: unknown): boolean => target === 1 || target === 2
  const lengthOf = (text: string): number => Buffer.byteLength(text)
  const { write, writeSync, writev, writevSync, writeFileSync, appendFileSync } = fs
  const given = (piece: unknown, rest: readonly unknown[]): string => {
    if (!ArrayBuffer.isView(piece))
      return asText(
        piece,
        rest.find((each) => typeof each === 'string'),
      )
    const [offset, length] = rest.filter((each) => typeof each === 'number')
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    return bytes.subarray(offset ?? 0, length === undefined ? undefined : (offset ?? 0) + length).toString()
  }
  const put = (text: string): number => {
    print(text)
    return lengthOf(text)
  }
  const answer = (rest: readonly unknown[], written: number, piece: unknown): void => {
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done as () => void, null, written, piece)
  }
  const all = (pieces: readonly unknown[]): string => pieces.map((each) => asText(each)).join('')
  Object.assign(fs, {
    write(target: number, piece: unknown, ...rest: unknown[]) {
      if (isOurs(target)) return answer(rest, put(given(piece, rest)), piece)
      return (write as Whatever)(target, piece, ...rest)
    },
    writeSync: (target: number, piece: unknown, ...rest: unknown[]) =>
      isOurs(target) ? put(given(piece, rest)) : (writeSync as Whatever)(target, piece, ...rest),
    writev(target: number, pieces: never[], ...rest: unknown[]) {
      if (isOurs(target)) return answer(rest, put(all(pieces)), pieces)
      return (writev as Whatever)(target, pieces, ...rest)
    },
    writevSync: (target: number, pieces: never[], ...rest: unknown[]) =>
      isOurs(target) ? put(all(pieces)) : (writevSync as Whatever)(target, pieces, ...rest),
    writeFileSync: (target: unknown, piece: unknown, ...rest: unknown[]) =>
      isOurs(target) ? void put(asText(piece)) : (writeFileSync as Whatever)(target, piece, ...rest),
    appendFileSync: (target: unknown, piece: unknown, ...rest: unknown[]) =>
      isOurs(target) ? void put(asText(piece)) : (appendFileSync as Whatever)(target, piece, ...rest),
  })
  syncBuiltinESMExports()
}
