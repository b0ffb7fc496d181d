import { join } from 'node:path'
import { lookAt } from '../../base/files/files.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { yamlLibrary } from '../../suite/yaml/yaml-library.ts'
import { readGiven } from '../files/given-files.ts'
import { compileGlob } from '../files/glob.ts'

export const pnpmSettings = 'pnpm-workspace.yaml'

/** The text of a file; empty where there is none. */
export const textAt = (path: string): string => (lookAt(path)?.isFile() === true ? readGiven(path) : '')

/** Whether the packages of a repository are installed together, from its root, and a folder is one of them. */
export function isShared(root: string, below: string): boolean {
  const manifest = parseIfJson(textAt(join(root, 'package.json')))
  const workspaces = isJsonObject(manifest) ? manifest.workspaces : undefined
  const globs = [isJsonObject(workspaces) ? workspaces.packages : workspaces, pnpmPackages(root)]
    .flat()
    .filter((each) => typeof each === 'string')
    .map((each) => each.replace(/^(!?)\.\//, '$1').replace(/\/$/, ''))
  const fits = (glob: string): boolean =>
    (glob.includes('**') || glob.split('/').length === below.split('/').length) && compileGlob(glob)(below)
  return (
    globs.some((glob) => !glob.startsWith('!') && fits(glob)) &&
    !globs.some((glob) => glob.startsWith('!') && fits(glob.slice(1)))
  )
}

function pnpmPackages(root: string): unknown[] {
  const text = textAt(join(root, pnpmSettings))
  const { packages } = (yamlLibrary().parseDocument(text).toJS() ?? {}) as { packages?: unknown }
  return Array.isArray(packages) ? packages : []
}

/** Whether a lock file knows the package in a folder below it, and its need of Tableread; '' is the folder of the lock. */
export function isLocked(lock: string, below: string, text: string): boolean {
  if (lock.endsWith('package-lock.json')) {
    const read = parseIfJson(text)
    const packages = isJsonObject(read) && isJsonObject(read.packages) ? read.packages : {}
    return below === '' ? 'node_modules/tableread' in packages : below in packages
  }
  if (below === '' || isClassicYarn(text)) return /\btableread['"]?[@:]/.test(text)
  // As yarn, pnpm and bun write it.
  return [`@workspace:${below}"`, `\n  ${below}:`, `\n  '${below}':`, `\n    "${below}": {`].some((own) =>
    text.includes(own),
  )
}

export const isClassicYarn = (lock: string): boolean => /^# yarn lockfile v1\r?$/m.test(lock)
