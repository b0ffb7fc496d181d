import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isJsonObject, type JsonValue } from '../json/json.ts'
import { firstLine } from '../text/wording.ts'
import { readText } from './files.ts'

export interface WantedPackage {
  name: string
  /** The major version that Tableread supports. */
  line: number
  /** The subpath to import, such as `client/index.js`. @default the package itself */
  part?: string
}

/** Who needs a package, and what to say where it cannot be loaded. */
export interface PackageNeed {
  /** The subject and verb of the message: `models need`. */
  needed: string
  /** Packages to install with it, itself included, for the install command in the message. @default itself */
  together?: readonly WantedPackage[]
  /** Why this version, for the message where another one is installed: `ai 6, the line for Node 20`. */
  because?: string
  /** Makes the caller's error; the message says what to install. */
  fail: (message: string) => Error
}

/** Loads a user's package from the first place that has a matching version. @throws what `fail` makes */
export async function loadPackage<Library>(
  spec: WantedPackage,
  folder: string,
  { needed, together = [spec], because, fail }: PackageNeed,
): Promise<Library> {
  const places = [resolve(folder, 'index.js'), resolve('index.js'), import.meta.url]
  const packages = places.flatMap((from) => findPackage(spec.name, from))
  const right = packages.find(({ version }) => Number.parseInt(version, 10) === spec.line)
  const install = `npm install --save-dev ${together.map(({ name, line }) => `${name}@${line}`).join(' ')}`
  if (right !== undefined) {
    try {
      return (await load(right, spec)) as Library
    } catch (error) {
      const reason = firstLine(error instanceof Error ? error.message : String(error))
      throw fail(`the package ${spec.name} ${right.version} cannot be loaded: ${reason}`)
    }
  }
  const other = packages[0]?.version
  if (other === undefined) throw fail(`the package ${spec.name} is not installed, which ${needed}: ${install}`)
  const why = because === undefined ? '' : ` (${because})`
  throw fail(
    `the package ${spec.name} is installed as ${other}, and Tableread works with version ${spec.line} of it${why}: ${install}`,
  )
}

interface FoundPackage {
  home: string
  from: string
  version: string
  manifest: { exports?: JsonValue; main?: JsonValue }
}

/** The copies of a package as seen from a file. Reads package.json directly, since `exports` may not list it. */
function findPackage(name: string, from: string): FoundPackage[] {
  const require = createRequire(from)
  const homes = [
    ...(require.resolve.paths(name) ?? []).map((folder) => () => join(folder, name)),
    () => dirname(require.resolve(`${name}/package.json`)), // where packages are in no folders (PnP)
  ]
  for (const homeOf of homes) {
    try {
      const home = homeOf()
      const manifest = JSON.parse(readText(join(home, 'package.json')))
      return [{ home, from, version: String(manifest.version), manifest: manifest }]
    } catch {
      // not installed here
    }
  }
  return []
}

/** Imports a package; `require` resolves the parts that `exports` names only by a pattern. */
async function load({ home, from, manifest }: FoundPackage, { name, part }: WantedPackage): Promise<unknown> {
  const { exports, main } = manifest
  const own = part === undefined ? exports : isJsonObject(exports) ? exports[`./${part}`] : undefined
  const bare = part === undefined && exports === undefined ? (main ?? 'index.js') : undefined
  const entry = moduleOf(own ?? bare)
  if (entry !== undefined) return import(pathToFileURL(join(home, entry)).href)
  return createRequire(from)(part === undefined ? name : `${name}/${part}`)
}

function moduleOf(exports: JsonValue | undefined): string | undefined {
  if (typeof exports === 'string') return exports
  if (!isJsonObject(exports)) return undefined
  return moduleOf(exports['.'] ?? exports.import ?? exports.default)
}
