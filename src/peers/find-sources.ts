import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

const extensions = /\.(?:ya?ml|json|txt|csv|md|xlsx)$/i

/** A file, or every file below a folder that could be a script, in the order of their names. A path that is not there is given back: reading it says what is wrong. */
export function findSources(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  return filesBelow(path)
    .filter((name) => extensions.test(name) && !name.split(sep).some(isAside))
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

function filesBelow(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []
    throw error
  }
}

function isAside(part: string): boolean {
  return part === 'node_modules' || part.startsWith('.')
}
