import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const shared = resolve(import.meta.dirname, '../../shared')

/** The first line of the real data's README, which distinguishes it from an unrelated folder of that name. */
const title = '# Real task-oriented dialogues with tool calls: provenance'

/** Real data next to the repository, not part of it. */
export interface SharedData {
  /** Whether all the files exist. Tests that need them are skipped otherwise. */
  there: boolean
  /** For the names of such tests: empty, or the missing file. */
  note: string
  /** The absolute path of a file or folder in the data. */
  at(name: string): string
}

/** Looks for files or folders of `../shared/data` by name. */
export function findShared(...names: string[]): SharedData {
  const at = (name: string): string => resolve(shared, 'data', name)
  const readme = at('README.md')
  const ours = existsSync(readme) && readFileSync(readme, 'utf8').startsWith(title)
  const missing = ours ? names.find((name) => !existsSync(at(name))) : 'README.md'
  const note = missing === undefined ? '' : ` (skipped: ../shared/data/${missing} is not here)`
  if (note !== '') console.warn(`tests of ${names.join(', ')}${note}`)
  return { there: missing === undefined, note, at }
}
