import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A library that is loaded when it is first asked for. Those that many runs never need, or that take long to load, come this way. */
export function lazyLibrary<Library>(name: string): () => Library {
  let loaded: Library | undefined
  return () => {
    loaded ??= require(name) as Library
    return loaded
  }
}
