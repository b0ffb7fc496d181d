import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readText } from '../../base/files.ts'
import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { firstLine } from '../../base/wording.ts'
import { ModelError } from './model-error.ts'
import { sdkLine } from './providers.ts'

/** A package and its major version. */
export interface Wanted {
  name: string
  line: number
}

const loaded = new Map<string, unknown>()

/**
 * Loads a package that users install themselves: the one of the given folder, else of the current one, else the one
 * beside Tableread, which may be installed for the whole machine. `others` are those that are needed with it, for the line that installs them.
 * @throws ModelError where it is not installed, or is of another major version
 */
export async function loadPackage(wanted: Wanted, folder: string, others: readonly Wanted[]): Promise<unknown> {
  const places = [resolve(folder, 'index.js'), resolve('index.js'), import.meta.url]
  const found = places.flatMap((from) => findPackage(wanted.name, from))
  const right = found.find(({ version }) => Number.parseInt(version, 10) === wanted.line)
  if (right === undefined) throw missing(wanted, found[0]?.version, others)
  const known = loaded.get(right.entry)
  if (known !== undefined) return known
  try {
    const library: unknown = await import(right.entry)
    loaded.set(right.entry, library)
    return library
  } catch (error) {
    const reason = firstLine(error instanceof Error ? error.message : String(error))
    throw new ModelError('package', `the package ${wanted.name} ${right.version} cannot be loaded: ${reason}`)
  }
}

function missing({ name, line }: Wanted, version: string | undefined, others: readonly Wanted[]): ModelError {
  const install = `npm install --save-dev ${others.map((each) => `${each.name}@${each.line}`).join(' ')}`
  const reason =
    version === undefined
      ? `the package ${name} is not installed, which models need`
      : `the package ${name} is installed as ${version}, and Tableread works with version ${line} of it (ai ${sdkLine}, the line for Node 20)`
  return new ModelError('package', `${reason}: ${install}`)
}

/** The package as seen from a file: its version, and the address of its module. */
function findPackage(name: string, from: string): { version: string; entry: string }[] {
  try {
    const path = createRequire(from).resolve(`${name}/package.json`)
    const { version, exports, main } = JSON.parse(readText(path))
    const entry = moduleOf(exports) ?? (typeof main === 'string' ? main : 'index.js')
    return [{ version: String(version), entry: pathToFileURL(join(dirname(path), entry)).href }]
  } catch {
    return []
  }
}

/** The file that an import of a package loads. */
function moduleOf(exports: JsonValue | undefined): string | undefined {
  if (typeof exports === 'string') return exports
  if (!isJsonObject(exports)) return undefined
  return moduleOf(exports['.'] ?? exports.import ?? exports.default)
}
