import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolders } from './make-folder.ts'
import { lookAt } from './read-file.ts'

/**
 * Writes a file whole or not at all: first beside it, then in its place. A text in parts is never held whole. What is no
 * file, as a pipe or a device, is written to as it is; behind a link it is the file that changes. With `lasting` it is on
 * the disk before it takes its place, so that not even a machine that stops leaves half of it.
 * @throws Error of the file system
 */
export function writeWhole(path: string, text: string | Iterable<string>, options: { lasting?: boolean } = {}): void {
  const { lasting = false } = options
  const parts = typeof text === 'string' ? [text] : text
  const there = lookAt(path)
  if (there !== undefined && !there.isFile()) {
    writeParts(path, parts, false)
    return
  }
  const target = there === undefined ? path : realpathSync(path)
  const folder = dirname(target)
  makeFolders(folder)
  const draft = join(folder, `.${basename(target)}.${process.pid}.tmp`)
  try {
    writeParts(draft, parts, lasting, there?.mode)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function writeParts(path: string, parts: Iterable<string>, lasting: boolean, mode = 0o666): void {
  const file = openSync(path, 'w', mode)
  try {
    for (const part of parts) {
      const bytes = Buffer.from(part)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    }
    if (lasting) fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
