import { suggest } from '../../../base/suggest.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import { AgentError } from '../../workspace/agent-function.ts'

/** The functions that were loaded, by the place that names them: a reload of the workspace makes new places. */
const loaded = new WeakMap<ModuleExport, Promise<unknown>>()

/**
 * The function that a module exports, in JavaScript or TypeScript. It is loaded once for each workspace that was read.
 * @throws AgentError for a module that cannot be loaded or has no such function
 */
export function loadExport<T>(place: ModuleExport): Promise<T> {
  const known = loaded.get(place)
  if (known !== undefined) return known as Promise<T>
  const loading = load(place)
  loaded.set(place, loading)
  return loading as Promise<T>
}

async function load({ file, name }: ModuleExport): Promise<unknown> {
  let exports: Record<string, unknown>
  const { createJiti } = await import('jiti')
  try {
    exports = await createJiti(file, { moduleCache: false }).import<Record<string, unknown>>(file)
  } catch (error) {
    throw new AgentError(`${file} cannot be loaded: ${(error as Error).message}`)
  }
  const found = exports[name]
  if (typeof found === 'function') return found
  const names = Object.keys(exports).filter((each) => typeof exports[each] === 'function')
  const near = suggest(name, names) ?? names[0]
  const hint = near === undefined ? 'it exports no function' : `did you mean ${file}#${near}?`
  throw new AgentError(`${file} has no function called ${name}; ${hint}`)
}
