import { createRequire } from 'node:module'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Jiti, JitiOptions } from 'jiti'
import { readText } from '../../../base/files.ts'
import { packageFolder } from '../../../base/package-folder.ts'
import { suggest } from '../../../base/suggest.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import { AgentError } from '../../workspace/agent-function.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** A module that was loaded, or why it could not be; `files` are its own and those that it imports, as far as it came. */
interface LoadedModule {
  files: string[]
  exports: Record<string, unknown> | AgentError
}

/** The modules that were loaded, by the place that names them: a reload of the workspace makes new places. */
const loaded = new WeakMap<ModuleExport, Promise<LoadedModule>>()

/**
 * The function that a module exports, in JavaScript or TypeScript. It is loaded once for each workspace that was read.
 * @throws AgentError for a module that cannot be loaded or has no such function
 */
export async function loadExport<T>(place: ModuleExport): Promise<T> {
  const { exports } = await loadPlace(place)
  if (exports instanceof AgentError) throw exports
  return functionIn(exports, place) as T
}

/** The modules of a workspace, loaded: all files that they were read from, and what is wrong with them. */
export async function loadModules({ agents }: Workspace): Promise<{ files: string[]; problems: string[] }> {
  const versions = agents.flatMap(({ versions: numbered, draft }) => [...numbered.values(), ...(draft ? [draft] : [])])
  const places = versions.flatMap(({ behaviour }): ModuleExport[] => {
    if (behaviour.kind === 'scripted' || behaviour.kind === 'replay') return []
    const own = behaviour.kind === 'code' && typeof behaviour.from !== 'function' ? [behaviour.from] : []
    return [...own, ...behaviour.tools.flatMap(({ source }) => (source?.kind === 'module' ? [source] : []))]
  })
  const files = new Set<string>()
  const problems = new Set<string>()
  for (const place of new Set(places)) {
    for (const file of (await loadPlace(place)).files) files.add(file)
    await loadExport(place).catch((error: Error) => problems.add(error.message))
  }
  return { files: [...files], problems: [...problems] }
}

function loadPlace(place: ModuleExport): Promise<LoadedModule> {
  const known = loaded.get(place)
  if (known !== undefined) return known
  const loading = load(place.file)
  loaded.set(place, loading)
  return loading
}

/** Loads a module and all local files that it imports afresh: what they imported last time may have changed. */
async function load(file: string): Promise<LoadedModule> {
  const cache: NonNullable<Parameters<Jiti['evalModule']>[1]>['cache'] = {}
  const { cache: native } = createRequire(file)
  const before = new Set(Object.keys(native))
  const importedJson = (): string[] => Object.keys(native).filter((key) => key.endsWith('.json') && !before.has(key))
  const own = (): string[] => [...new Set([file, ...Object.keys(cache), ...importedJson()])].filter(isLocal)
  try {
    const given = { id: file, filename: file, ext: extname(file), async: true, forceTranspile: true, cache }
    const exports = (await freshJiti(file).evalModule(readText(file), given)) as Record<string, unknown>
    return { files: own(), exports }
  } catch (error) {
    return { files: own(), exports: new AgentError(`${file} cannot be loaded: ${(error as Error).message}`) }
  } finally {
    for (const each of importedJson()) delete native[each]
  }
}

/** What jiti is made of; its own entry has no say in how modules are imported natively. */
type MakeJiti = (
  file: string,
  options: JitiOptions,
  ways: {
    onError: (error: unknown) => never
    nativeImport: (id: string | URL) => Promise<unknown>
    createRequire: typeof createRequire
  },
) => Jiti

/**
 * A jiti that evaluates every local file itself. By itself it imports modules of JavaScript natively, which Node does once in the
 * life of a process, however often they change.
 */
function freshJiti(file: string): Jiti {
  const require = createRequire(import.meta.url)
  const home = join(dirname(require.resolve('jiti/package.json')), 'dist')
  const makeJiti = require(join(home, 'jiti.cjs')) as MakeJiti
  const transform: JitiOptions['transform'] = (given) => require(join(home, 'babel.cjs'))(given)
  return makeJiti(
    file,
    { moduleCache: false, transform },
    {
      onError(error) {
        throw error
      },
      async nativeImport(id) {
        const address = String(id)
        const path = address.startsWith('file:') ? fileURLToPath(address) : address
        if (isLocal(path) && !path.includes(`${sep}jiti-esm${sep}`)) throw new Error('it is evaluated instead')
        return import(address)
      },
      createRequire,
    },
  )
}

/** Whether a path is one of somebody's own files: of no package, and of no part of Tableread, which is there once. */
function isLocal(path: string): boolean {
  const home = fileURLToPath(packageFolder)
  const ours = ['dist', 'src'].some((part) => path.startsWith(join(home, part) + sep))
  return /^(\/|[A-Za-z]:[\\/])/.test(path) && !path.includes(`${sep}node_modules${sep}`) && !ours
}

function functionIn(exports: Record<string, unknown>, { file, name }: ModuleExport): unknown {
  const found = exports[name]
  if (typeof found === 'function') return found
  const names = Object.keys(exports).filter((each) => typeof exports[each] === 'function')
  const near = suggest(name, names) ?? names[0]
  const hint = near === undefined ? 'it exports no function' : `did you mean ${file}#${near}?`
  throw new AgentError(`${file} has no function called ${name}; ${hint}`)
}
