import { resolve } from 'node:path'
import { readBytes } from '../../../base/read-file.ts'
import { fixProblems } from '../../../suite/lint/fix-problems.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import type { SuitesRead } from '../../project/read-suites.ts'
import { writeGiven } from '../../project/write-given.ts'

/**
 * Mends the mechanical slips of suite files where they stand, and gives how many were mended. `examine` gives all that is
 * wrong with a file if it had this content.
 */
export function fixFiles(
  read: SuitesRead,
  problems: readonly Problem[],
  folder: string,
  examine: (file: string, content: string) => readonly Problem[],
): number {
  let mended = 0
  for (const [file, content] of read.texts) {
    const own = problems.filter((problem) => problem.file === file)
    const next = fixProblems(content, own, (text) => examine(file, text).filter((problem) => problem.file === file))
    if (next.fixed > 0 && writeOver(file, folder, content, next.content)) mended += next.fixed
  }
  return mended
}

/** Writes a file whose content is still what was read, byte by byte; one that changed since, or is not UTF-8, is left alone. */
function writeOver(file: string, folder: string, before: string, after: string): boolean {
  const path = resolve(folder, file)
  const bytes = readBytes(path)
  const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark : Buffer.alloc(0)
  if (!bytes.equals(Buffer.concat([mark, Buffer.from(before)]))) return false
  writeGiven(path, `${mark.toString()}${after}`, { shown: file, verbatim: true })
  return true
}

/** It may stand at the beginning of a file, is not part of what was read, and stays. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
