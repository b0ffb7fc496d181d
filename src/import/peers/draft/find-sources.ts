import { basename, join } from 'node:path'
import { lookAt } from '../../../base/read-file.ts'
import { walkFiles } from '../../../base/walk-files.ts'

const extensions = /\.(?:ya?ml|json|txt|csv|md|xlsx)$/i

/** A file, or every file below a folder that could be a script, in the order of their names. A path that is not there is given back: reading it says what is wrong. */
export function findSources(path: string): string[] {
  if (lookAt(path)?.isDirectory() !== true) return [path]
  return filesBelow(path)
    .filter((name) => extensions.test(name) && !isAside(basename(name)))
    .map((name) => join(path, name))
    .filter((file) => lookAt(file)?.isFile() === true)
}

function filesBelow(path: string): string[] {
  try {
    return walkFiles(path, (name) => !isAside(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []
    throw error
  }
}

function isAside(part: string): boolean {
  return part === 'node_modules' || part.startsWith('.')
}
