import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file whole or not at all: first beside it, then in its place.
 * @throws Error of the file system
 */
export function writeWhole(path: string, text: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.${basename(path)}.${process.pid}.tmp`)
  try {
    writeFileSync(draft, text)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
