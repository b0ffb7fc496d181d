import { statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { walkFiles } from '../../base/walk-files.ts'
import { type ConversationAddress, readAddress } from './conversation-address.ts'
import { UsageError } from './usage-error.ts'

/** A suite file to read: its path relative to the current folder, and the conversation asked for with `file:line` or `file:line#row`. */
export interface SuitePath {
  file: string
  address?: ConversationAddress
  /** Found in a folder, and not named by the person: it need not be a suite. */
  inFolder?: true
}

/**
 * The suite files behind the paths a person gave: files, folders (every .yaml and .yml below them), `file:line`, `file:line#row`.
 * @throws UsageError when a path does not exist or a folder holds no suite
 */
export function findSuites(given: readonly string[], folder: string): SuitePath[] {
  const found = given.flatMap((path) => suitesAt(path, folder))
  const keyOf = ({ file, address }: SuitePath): string => JSON.stringify([file, address])
  return found.filter((each, index) => found.findIndex((other) => keyOf(other) === keyOf(each)) === index)
}

function suitesAt(given: string, folder: string): SuitePath[] {
  const { path: named, address } = readAddress(given)
  const path = resolve(folder, named)
  if (!isFolder(path, given)) return [{ file: shown(path, folder), ...(address === undefined ? {} : { address }) }]
  const files = filesBelow(path, given).filter((name) => /\.ya?ml$/.test(name))
  if (files.length === 0) throw new UsageError(`the folder ${given} holds no suite`, 'suites are .yaml files')
  return files.map((name) => ({ file: shown(join(path, name), folder), inFolder: true }))
}

function isFolder(path: string, given: string): boolean {
  const stats = readable(given, () => statSync(path, { throwIfNoEntry: false }))
  if (stats !== undefined) return stats.isDirectory()
  throw new UsageError(
    `there is no file or folder ${given}`,
    'name a suite file or a folder of them; the default is suites',
  )
}

function filesBelow(path: string, given: string): string[] {
  return readable(given, () => walkFiles(path, (name) => name !== 'node_modules'))
}

/** What the file system says of a path. @throws UsageError where it says that nobody may know */
function readable<T>(given: string, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    throw new UsageError(`${given} cannot be read: ${(error as Error).message}`, 'name what may be read')
  }
}

/** A path as messages show it: relative to the current folder when below it, with forward slashes. */
export function shown(path: string, folder: string): string {
  const short = relative(folder, path)
  return (short.startsWith('..') ? path : short).split(sep).join('/')
}
