import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { walkFiles } from '../../base/files/files.ts'
import { UsageError } from '../edge/usage-error.ts'
import { compileGlob, folderOfGlob, isGlob } from './glob.ts'

/** Paths with what globs in quotes stand for, as every system's shell leaves them. @throws UsageError for one that fits nothing */
export function globbedFiles(paths: readonly string[], folder: string = process.cwd()): string[] {
  return paths.flatMap((path) => {
    const glob = sep === '/' ? path : path.replaceAll(sep, '/')
    if (!isGlob(glob) || existsSync(resolve(folder, path))) return [path]
    const start = folderOfGlob(glob)
    const from = resolve(folder, start)
    const fits = compileGlob(relative(from, resolve(folder, glob)).replaceAll(sep, '/'))
    const names = existsSync(from) ? walkFiles(from, (name) => name !== 'node_modules') : []
    const matches = names.filter((name) => fits(name.replaceAll(sep, '/')))
    if (matches.length === 0)
      throw new UsageError(`no file matches ${path}`, 'a folder that fits stands for all files below it')
    return matches.map((name) => join(start, name))
  })
}
