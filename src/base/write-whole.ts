import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { breathing } from './breathe.ts'
import { lookAt, makeFolders, realPathOf } from './files.ts'
import { redactKeys } from './secret-keys.ts'

/**
 * Writes a file completely or not at all: a draft beside it is renamed into its place. A text in parts is never held in
 * memory whole. A pipe or a device is written to directly, unless nobody reads the pipe; a link stays, and the file
 * behind it changes. With `lasting` the draft is on disk before the rename, so that not even a machine that stops
 * leaves half a file. Keys are taken out of every part, unless the text is `verbatim` the user's own.
 * @throws Error of the file system
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

/**
 * The same for texts so long that signals should be heard in between; a process that ends meanwhile leaves nothing behind.
 * @throws Error of the file system
 */
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

/** How a file is written. */
interface WriteOptions {
  lasting?: boolean
  verbatim?: boolean
  /** Called before the draft takes its place, and throws where what stands there by now must stay. */
  insistReplaceable?: () => void
}

/** A file that is being written. */
interface Draft {
  write(part: string): void
  /** Puts it in its place. */
  finish(): void
  /** Removes it, unless it is in its place. */
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
  let kept = direct
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
      kept = true
    },
    drop() {
      close()
      if (!kept) rmSync(draft, { force: true })
    },
  }
}

/** Opens a pipe for writing without blocking: an ordinary open would wait for a reader for ever and hear no signal. */
function openPipe(path: string): number {
  try {
    return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
    throw Object.assign(new Error('it is a pipe that nobody reads'), { code: 'ENXIO' })
  }
}

/** How long whoever reads a pipe may take nothing from it. */
const longestPauseMs = 30_000

/** Writes what there is room for, and waits for room in a pipe that is full. */
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
