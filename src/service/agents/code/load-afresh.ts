import { createRequire } from 'node:module'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Jiti, JitiOptions } from 'jiti'
import { readText } from '../../../base/files/files.ts'
import { packageFolder } from '../../../base/package-folder.ts'
import type { Layer } from '../../../wire/api/layer.ts'
import { placeIn, readThrown } from './read-thrown.ts'

/** A module's exports, or why it cannot be loaded; `files` are its own and those it imports, so far. */
export interface LoadedModule {
  files: string[]
  exports: Record<string, unknown> | null
  trouble: string
  /** The layer that the trouble names. */
  layer: Layer
}

/** User modules by file, each evaluated once. */
export type ModuleCache = NonNullable<NonNullable<Parameters<Jiti['evalModule']>[1]>['cache']>

/** Loads a module with all local files not in the cache; evaluating them here tells which files they are. */
export async function loadAfresh(file: string, cache: ModuleCache): Promise<LoadedModule> {
  const cachedModule = cache[file]
  if (cachedModule?.loaded === true) {
    const exports = cachedModule.exports as Record<string, unknown>
    const whole = 'default' in exports ? exports : { ...exports, default: exports }
    return { files: [file], exports: whole, trouble: '', layer: 'agent' }
  }
  const { cache: native } = createRequire(file)
  const before = new Set(Object.keys(native))
  const importedJson = (): string[] => Object.keys(native).filter((key) => key.endsWith('.json') && !before.has(key))
  const own = (): string[] => [...new Set([file, ...Object.keys(cache), ...importedJson()])].filter(isLocal)
  const { jiti, unread } = freshJiti(file)
  try {
    const moduleMembers = { id: file, filename: file, ext: extname(file), async: true, forceTranspile: true, cache }
    const exports = (await jiti.evalModule(readText(file), moduleMembers)) as Record<string, unknown>
    return { files: own(), exports, trouble: '', layer: 'agent' }
  } catch (error) {
    const reason = `${file} cannot be loaded: ${describeTrouble(error)}${unread}`
    const trouble = reason.replaceAll(process.cwd() + sep, '')
    return { files: own(), exports: null, trouble, layer: readThrown(error).layer }
  } finally {
    for (const each of importedJson()) delete native[each]
    for (const [each, module] of Object.entries(cache)) if (module?.loaded !== true) delete cache[each]
  }
}

/** What was thrown, where or by whose import, and what caused it, on one line. */
function describeTrouble(error: unknown): string {
  const { stack, requireStack, cause } = error instanceof Error ? (error as Error & { requireStack?: string[] }) : {}
  const [first = ''] = readThrown(error).words.split('\n')
  const what =
    requireStack?.[0] === undefined
      ? `${readThrown(error).words}${placeIn(stack)}`
      : `${first}, which ${requireStack[0]} imports`
  const why = cause === undefined ? '' : `; caused by: ${readThrown(cause).words}`
  return `${what}${why}`.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
}

/** The factory inside jiti; its public entry does not let us choose how modules are imported natively. */
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
 * A jiti that evaluates local files itself, as Node loads each once a process. `unread` says why `paths` of the
 * nearest tsconfig.json cannot be followed, which matters only to a module that is not found.
 */
function freshJiti(file: string): { jiti: Jiti; unread: string } {
  const require = createRequire(import.meta.url)
  const home = join(dirname(require.resolve('jiti/package.json')), 'dist')
  const makeJiti = require(join(home, 'jiti.cjs')) as MakeJiti
  const transform: JitiOptions['transform'] = (options) => require(join(home, 'babel.cjs'))(options)
  const make = (tsconfigPaths: boolean): Jiti =>
    makeJiti(
      file,
      { moduleCache: false, transform, tsconfigPaths },
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
  try {
    return { jiti: make(true), unread: '' }
  } catch (error) {
    return { jiti: make(false), unread: `; its tsconfig.json cannot be read: ${readThrown(error).words}` }
  }
}

/** Whether a path is a user's own: in no package, nor part of Tableread, which must not be loaded twice. */
function isLocal(path: string): boolean {
  const way = path.replaceAll(sep, '/')
  const home = fileURLToPath(packageFolder).replaceAll(sep, '/')
  const ours = ['dist', 'src'].some((part) => way.startsWith(`${home}${part}/`))
  return /^(?:[A-Z]:)?\//i.test(way) && !way.includes('/node_modules/') && !ours
}
