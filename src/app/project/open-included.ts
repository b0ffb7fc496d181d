import { dirname, join, resolve } from 'node:path'
import { readText } from '../../base/read-file.ts'
import type { OpenIncluded } from '../../suite/language/include-files.ts'

/** Opens the files that a suite includes, beside it. `onOpen` hears of each, for excerpts and for watching. */
export function openBeside(
  suite: string,
  folder: string,
  onOpen: (opened: { file: string; path: string; content: string }) => void,
): OpenIncluded {
  return (given) => {
    const file = join(dirname(suite), given).split('\\').join('/')
    const path = resolve(folder, file)
    try {
      const content = readText(path).replace(/^\uFEFF/, '')
      onOpen({ file, path, content })
      return { file, content }
    } catch {
      return null // the suite's own line says that it cannot be read
    }
  }
}
