import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { walkFiles } from '../../base/files/files.ts'
import { UsageError } from '../edge/usage-error.ts'
import { compileGlob, folderOfGlob, isGlob } from './glob.ts'

/** What a glob in quotes stands for: names below the folder that it begins in. */
interface PathGlob {
  /** As it is written, and as a full path. */
  start: string
  folder: string
  fits: (name: string) => boolean
}

/** Null for a path that is none, or that is there as it is written. */
export function readGlob(path: string, from: string): PathGlob | null {
  const glob = path.replaceAll(sep, '/')
  if (!isGlob(glob) || existsSync(resolve(from, path))) return null
  const start = folderOfGlob(glob)
  const folder = resolve(from, start)
  const fits = compileGlob(relative(folder, resolve(from, glob)).replaceAll(sep, '/'))
  return { start, folder, fits: (name) => fits(name.replaceAll(sep, '/')) }
}

const fitsNothing = (path: string): UsageError =>
  new UsageError(`no file matches ${path}`, 'a folder that fits stands for all files below it')

/** Paths with what globs in quotes stand for, as every system's shell leaves them. @throws UsageError for one that fits nothing */
export function globbedFiles(
  paths: readonly string[],
  from: string = process.cwd(),
  errorOf: (glob: string) => UsageError = fitsNothing,
): string[] {
  return paths.flatMap((path) => {
    const glob = readGlob(path, from)
    if (glob === null) return [path]
    const { start, folder, fits } = glob
    const names = existsSync(folder) ? walkFiles(folder, (name) => name !== 'node_modules') : []
    const matches = names.filter(fits)
    if (matches.length === 0) throw errorOf(path)
    return matches.map((name) => join(start, name))
  })
}
