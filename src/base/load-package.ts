import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readText } from './files.ts'
import { isJsonObject, type JsonValue } from './json.ts'
import { firstLine } from './wording.ts'

/** A package that users install themselves. */
export interface WantedPackage {
  name: string
  /** The major version that Tableread works with. */
  line: number
  /** What is imported of it, such as `client/index.js`. @default the package itself */
  part?: string
}

/** For whom a package is loaded, and what is said where it cannot be. */
export interface PackageNeed {
  /** Who needs it, for the message: `models need`. */
  needed: string
  /** Packages that are installed with it, itself among them, for the line that installs them. @default itself */
  together?: readonly WantedPackage[]
  /** Why the version is this one, for the message where there is another: `ai 6, the line for Node 20`. */
  because?: string
  /** The error of the caller, with a message that says what to install. */
  fail: (message: string) => Error
}

/**
 * Loads a package that users install themselves: the one of the given folder, else of the current one, else the one
 * beside Tableread, which may be installed for the whole machine. One of another version does not hide a fitting one.
 * @throws what `fail` makes, where it is not installed, is of another major version, or cannot be loaded
 */
export async function loadPackage<Library>(
  wanted: WantedPackage,
  folder: string,
  { needed, together = [wanted], because, fail }: PackageNeed,
): Promise<Library> {
  const places = [resolve(folder, 'index.js'), resolve('index.js'), import.meta.url]
  const found = places.flatMap((from) => findPackage(wanted.name, from))
  const right = found.find(({ version }) => Number.parseInt(version, 10) === wanted.line)
  const install = `npm install --save-dev ${together.map(({ name, line }) => `${name}@${line}`).join(' ')}`
  if (right !== undefined) {
    try {
      return (await load(right, wanted)) as Library
    } catch (error) {
      const reason = firstLine(error instanceof Error ? error.message : String(error))
      throw fail(`the package ${wanted.name} ${right.version} cannot be loaded: ${reason}`)
    }
  }
  const other = found[0]?.version
  if (other === undefined) throw fail(`the package ${wanted.name} is not installed, which ${needed}: ${install}`)
  const why = because === undefined ? '' : ` (${because})`
  throw fail(
    `the package ${wanted.name} is installed as ${other}, and Tableread works with version ${wanted.line} of it${why}: ${install}`,
  )
}

interface FoundPackage {
  /** The folder of the package. */
  home: string
  /** The file that sees it. */
  from: string
  version: string
  stated: { exports?: JsonValue; main?: JsonValue }
}

/** The package as seen from a file. Where `exports` does not list its package.json, that is read all the same. */
function findPackage(name: string, from: string): FoundPackage[] {
  const require = createRequire(from)
  const homes = [
    ...(require.resolve.paths(name) ?? []).map((folder) => () => join(folder, name)),
    () => dirname(require.resolve(`${name}/package.json`)), // where packages are in no folders
  ]
  for (const homeOf of homes) {
    try {
      const home = homeOf()
      const stated = JSON.parse(readText(join(home, 'package.json')))
      return [{ home, from, version: String(stated.version), stated }]
    } catch {
      // it is not there
    }
  }
  return []
}

/** Imports a package. Parts that its `exports` name by a pattern are resolved by Node, which finds what `require` does. */
async function load({ home, from, stated }: FoundPackage, { name, part }: WantedPackage): Promise<unknown> {
  const { exports, main } = stated
  const own = part === undefined ? exports : isJsonObject(exports) ? exports[`./${part}`] : undefined
  const bare = part === undefined && exports === undefined ? (main ?? 'index.js') : undefined
  const entry = moduleOf(own ?? bare)
  if (entry !== undefined) return import(pathToFileURL(join(home, entry)).href)
  return createRequire(from)(part === undefined ? name : `${name}/${part}`)
}

/** The file that an import of a package loads. */
function moduleOf(exports: JsonValue | undefined): string | undefined {
  if (typeof exports === 'string') return exports
  if (!isJsonObject(exports)) return undefined
  return moduleOf(exports['.'] ?? exports.import ?? exports.default)
}
