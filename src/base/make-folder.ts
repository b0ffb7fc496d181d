import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lookAt } from './read-file.ts'

/** Makes a folder for what no repository should hold: a new one gets a `.gitignore` of its own. @throws Error of the file system */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(folder)
  writeFileSync(join(folder, '.gitignore'), '*\n')
}

/**
 * Makes a folder and its missing parents, one by one: Node's `recursive` never returns on a file system such as /proc,
 * which reports for a new folder that its parent does not exist.
 * @throws Error of the file system
 */
export function makeFolders(folder: string, mode?: number): void {
  if (lookAt(folder)?.isDirectory() === true) return
  const above = dirname(folder)
  if (above !== folder) makeFolders(above, mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    if (lookAt(folder)?.isDirectory() !== true) throw error // another process may have made it
  }
}
