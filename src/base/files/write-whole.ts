import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { breathing } from '../breathe.ts'
import { redactKeys } from '../secrets/secret-keys.ts'
import { lookAt, makeFolders, realPathOf } from './files.ts'

/**
 * Writes a file whole or not at all, through a draft beside it, redacted unless `verbatim`; a pipe directly.
 * `lasting` syncs the draft first, so that not even a machine's crash leaves half a file. @throws the system's Error
 */
export function writeWhole(path: string, text: string | Iterable<string>, options: WriteOptions = {}): void {
  const draft = beginDraft(path, options)
  try {
    for (const part of typeof text === 'string' ? [text] : text) draft.write(part)
    draft.finish()
  } catch (error) {
    draft.drop()
    throw error
  }
}

/** `writeWhole` in turns, for signals in between; an exit meanwhile leaves nothing. @throws the system's Error */
export async function writeWholeInTurns(
  path: string,
  text: string | Iterable<string>,
  options: WriteOptions = {},
): Promise<void> {
  const draft = beginDraft(path, options)
  const breathe = breathing(1)
  process.once('exit', draft.drop)
  try {
    for (const part of typeof text === 'string' ? [text] : text) {
      draft.write(part)
      await breathe()
    }
    draft.finish()
  } catch (error) {
    draft.drop()
    throw error
  } finally {
    process.off('exit', draft.drop)
  }
}

interface WriteOptions {
  lasting?: boolean
  verbatim?: boolean
  /** Called before the draft takes its place; throws where the file now there must stay. */
  insistReplaceable?: () => void
}

interface Draft {
  write(part: string): void
  finish(): void
  /** Removes the draft, unless it is already in place. */
  drop: () => void
}

function beginDraft(path: string, { lasting = false, verbatim = false, insistReplaceable }: WriteOptions): Draft {
  const there = lookAt(path)
  const direct = there !== undefined && !there.isFile()
  const target = direct ? path : realPathOf(path)
  const folder = dirname(target)
  if (!direct) makeFolders(folder)
  const draft = direct ? path : join(folder, `.${basename(target)}.${process.pid}.tmp`)
  const file = there?.isFIFO() === true ? openPipe(draft) : openSync(draft, 'w', there?.mode ?? 0o666)
  let open = true
  const close = (): void => {
    if (open) closeSync(file)
    open = false
  }
  let isKept = direct
  return {
    write(part) {
      const bytes = Buffer.from(verbatim ? part : redactKeys(part))
      for (let at = 0; at < bytes.length; ) at += writeSome(file, bytes, at)
    },
    finish() {
      if (lasting && !direct) fsyncSync(file)
      close()
      if (!direct) {
        insistReplaceable?.()
        renameSync(draft, target)
      }
      isKept = true
    },
    drop() {
      close()
      if (!isKept) rmSync(draft, { force: true })
    },
  }
}

/** Opens a pipe for writing without blocking: an ordinary open would wait for a reader forever and block signals. */
function openPipe(path: string): number {
  try {
    return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
    throw Object.assign(new Error('it is a pipe that nobody reads'), { code: 'ENXIO' })
  }
}

/** How long the reader of a pipe may read nothing. */
const longestPauseMs = 30_000

/** Writes as much as fits, and waits for room in a full pipe. */
function writeSome(file: number, bytes: Buffer, at: number): number {
  for (const began = performance.now(); ; ) {
    try {
      return writeSync(file, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      if (performance.now() - began > longestPauseMs)
        throw Object.assign(new Error('it is a pipe, and its reader takes nothing'), { code: 'EAGAIN' })
      Atomics.wait(pause, 0, 0, 5)
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))
