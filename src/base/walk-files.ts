import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { lookAt } from './read-file.ts'

/**
 * The files below a folder, as sorted paths relative to it. Whatever is no folder counts as a file, so that whoever
 * reads it reports what is wrong. Each folder is visited once, however many links lead to it: a link to a parent would
 * have no end. `enters` decides by its name whether a folder is visited.
 * @throws Error of the file system where a folder cannot be read
 */
export function walkFiles(root: string, enters: (name: string) => boolean = () => true): string[] {
  const seen = new Set<string>()
  const found: string[] = []
  const walk = (folder: string, prefix: string): void => {
    const real = realpathSync(folder)
    if (seen.has(real)) return
    seen.add(real)
    const linked: string[] = []
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && lookAt(path)?.isDirectory() === true)
      if (!isFolder) found.push(join(prefix, entry.name))
      else if (!enters(entry.name)) continue
      else if (entry.isDirectory()) walk(path, join(prefix, entry.name))
      else linked.push(entry.name)
    }
    for (const name of linked) walk(join(folder, name), join(prefix, name)) // what stands there itself goes by its own path
  }
  walk(root, '')
  return found.sort()
}
