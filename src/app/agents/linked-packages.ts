import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { readText, upwards } from '../../base/files/files.ts'
import { pathsDiffering } from '../../base/files/git-history.ts'
import { unique } from '../../base/group-by.ts'
import { parseIfJson } from '../../base/json/json-text.ts'

/**
 * Gives a work tree its packages: links into the repository lead into the work tree, all others to what is installed now.
 * A built package is in no commit, and is that of now.
 * @returns the folders of such packages and of those that they depend on, from the top
 */
export function linkPackages(top: string, into: string, folders: readonly string[]): string[] {
  const ofNow = new Set<string>()
  const open = new Set(folders.flatMap(andAbove))
  for (const folder of open) {
    const [there, here] = [join(top, folder, 'node_modules'), join(into, folder, 'node_modules')]
    if (!existsSync(there) || !existsSync(dirname(here)) || lstatSync(here, { throwIfNoEntry: false })) continue
    const own = new Map<string, string>()
    for (const [name, to] of linksInto(top, there))
      if (entriesOf(join(top, to)).some((file) => !existsSync(join(into, to, file)))) addWithLinked(top, to, ofNow)
      else {
        own.set(name, join(into, to))
        for (const each of andAbove(to)) open.add(each)
      }
    linkInstalled(there, here, own)
  }
  linkAbove(top, into)
  return [...ofNow]
}

/** What of packages that a commit ran with as they are now differs from it, from the top: lock files, and folders. */
export function packagesDiffering(top: string, commit: string, folders: readonly string[], ofNow: readonly string[]) {
  const locks = folders
    .flatMap(andAbove)
    .flatMap((folder) => lockFiles.map((name) => (folder ? `${folder}/` : '') + name))
  const paths = unique([...locks, ...ofNow])
  const differing = pathsDiffering(top, commit, paths)
  return paths.filter((path) => differing.some((file) => file === path || file.startsWith(`${path}/`)))
}

const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']

/** The files that a module loads first of packages that it names, where these are linked and not installed. */
export function linkedEntries(file: string, text: string): string[] {
  const named = text.matchAll(
    /\b(?:from|import|require)\s*\(?\s*(["'])(?<name>(?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:\/[^"'\n]*)?\1/g,
  )
  return unique([...named].flatMap(({ groups }) => groups?.name ?? [])).flatMap((name) => {
    const at = upwards(dirname(file))
      .map((folder) => join(folder, 'node_modules', name))
      .find((each) => existsSync(each))
    const folder = at === undefined ? '' : realpathSync(at)
    return at === undefined || folder.split(sep).includes('node_modules')
      ? []
      : entriesOf(folder).flatMap((entry) => filesAt(join(folder, entry)))
  })
}

/** A file, or those in a folder, which a pattern of exports stands for. */
function filesAt(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const inside = readdirSync(path)
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .sort()
  return inside.flatMap((name) => filesAt(join(path, name)))
}

/** A folder and its ancestors: `a/b`, `a` and the top. */
function andAbove(folder: string): string[] {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.')
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '']
}

/** What is installed in a folder by name, that of a scope too. */
function namesIn(installation: string): string[] {
  const isFolder = (name: string): boolean =>
    statSync(join(installation, name), { throwIfNoEntry: false })?.isDirectory() === true
  return readdirSync(installation)
    .filter(isFolder)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(installation, name)).map((each) => `${name}/${each}`) : [name],
    )
    .filter(isFolder)
}

/** What is installed by a link into the repository: its name, and the folder from the top. */
function linksInto(top: string, installation: string): [string, string][] {
  const home = realpathSync(top)
  return namesIn(installation).flatMap((name): [string, string][] => {
    const entry = join(installation, name)
    if (!lstatSync(entry).isSymbolicLink()) return []
    const to = relative(home, realpathSync(entry))
    const parts = to.split(sep)
    const isOutside = to === '' || parts[0] === '..' || isAbsolute(to) || parts.includes('node_modules')
    return isOutside ? [] : [[name, parts.join('/')]]
  })
}

/** One link to all that is installed where no name leads elsewhere, else one for each. */
function linkInstalled(there: string, here: string, elsewhere: ReadonlyMap<string, string>): void {
  if (elsewhere.size === 0) symlinkSync(there, here, 'junction')
  for (const name of elsewhere.size === 0 ? [] : namesIn(there)) {
    mkdirSync(dirname(join(here, name)), { recursive: true })
    symlinkSync(elsewhere.get(name) ?? join(there, name), join(here, name), 'junction')
  }
}

function addWithLinked(top: string, folder: string, all: Set<string>): void {
  if (all.has(folder)) return
  all.add(folder)
  const { dependencies, peerDependencies, optionalDependencies } = readPackage(join(top, folder))
  const names = [dependencies, peerDependencies, optionalDependencies].flatMap((each) => Object.keys(each ?? {}))
  const installations = andAbove(folder)
    .map((above) => join(top, above, 'node_modules'))
    .filter(existsSync)
  for (const [name, to] of installations.flatMap((each) => linksInto(top, each)))
    if (names.includes(name)) addWithLinked(top, to, all)
}

function readPackage(folder: string): Partial<Record<string, object>> {
  const file = join(folder, 'package.json')
  return ((existsSync(file) ? parseIfJson(readText(file)) : undefined) ?? {}) as Partial<Record<string, object>>
}

/** What is there of the files by which a package is loaded, from its folder; of a pattern, the folder before its star. */
function entriesOf(folder: string): string[] {
  const { main, module, exports } = readPackage(folder)
  const stated = textsIn([main, module, exports]).map((text) => text.replace(/[^/]*\*.*$/, ''))
  const usual = stated.length === 0 ? ['index.js', 'index.ts'] : stated
  return unique(usual).filter((path) => resolve(folder, path).startsWith(folder) && existsSync(join(folder, path)))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Makes packages installed above the repository resolve from the work tree too. */
function linkAbove(top: string, into: string): void {
  const here = join(dirname(into), 'node_modules')
  const there = upwards(dirname(top)).find((above) => existsSync(join(above, 'node_modules')))
  if (there !== undefined && lstatSync(here, { throwIfNoEntry: false }) === undefined)
    symlinkSync(join(there, 'node_modules'), here, 'junction')
}
