import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { redactKeys } from './secret-keys.ts'

/**
 * Writes a file whole or not at all: first beside it, then in its place. A text in parts is never held whole. What is no
 * file, as a pipe or a device, is written to as it is; behind a link it is the file that changes. With `lasting` it is on
 * the disk before it takes its place, so that not even a machine that stops leaves half of it. No part holds a key, unless
 * the text is `verbatim` the user's own.
 * @throws Error of the file system
 */
export function writeWhole(
  path: string,
  text: string | Iterable<string>,
  { lasting = false, verbatim = false }: { lasting?: boolean; verbatim?: boolean } = {},
): void {
  const given = typeof text === 'string' ? [text] : text
  const parts = verbatim ? given : withoutKeys(given)
  const there = statSync(path, { throwIfNoEntry: false })
  if (there !== undefined && !there.isFile()) {
    writeParts(path, parts, false)
    return
  }
  const target = there === undefined ? path : realpathSync(path)
  const folder = dirname(target)
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.${basename(target)}.${process.pid}.tmp`)
  try {
    writeParts(draft, parts, lasting, there?.mode)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function* withoutKeys(parts: Iterable<string>): Generator<string> {
  for (const part of parts) yield redactKeys(part)
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
