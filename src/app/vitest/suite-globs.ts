import { relative, resolve, sep } from 'node:path'
import { readText } from '../../base/read-file.ts'
import { isForIncluding } from '../../suite/language/include-files.ts'
import { findSuites } from '../project/find-suites.ts'
import { UsageError } from '../project/usage-error.ts'

/** The globs of suite files behind the paths a person gave: a file stands for itself, a folder for every suite below it. */
export function suiteGlobs(paths: readonly string[], folder: string): string[] {
  return paths.map((path) => {
    const place = literalGlob(path, folder)
    return /\.ya?ml$/.test(path) ? place : `${place === '' ? '' : `${place}/`}**/*.{yaml,yml}`
  })
}

/** The globs of files in those folders that are there for suites to include: no test files. */
export function includedGlobs(paths: readonly string[], folder: string): string[] {
  return filesOf(paths, folder).flatMap(({ file, inFolder }) =>
    inFolder === true && isForIncluding(readText(resolve(folder, file))) ? [literalGlob(file, folder)] : [],
  )
}

/** The files behind the paths; nothing where there are no suites yet: Vitest itself says that it found no test files. */
export function filesOf(paths: readonly string[], folder: string): ReturnType<typeof findSuites> {
  try {
    return findSuites(paths, folder)
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

function literalGlob(path: string, folder: string): string {
  const place = relative(folder, resolve(folder, path)).split(sep).join('/')
  return place.replace(/[()[\]{}!*?+@\\]/g, '\\$&')
}
