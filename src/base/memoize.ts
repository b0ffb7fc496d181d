import { createRequire } from 'node:module'

/**
 * Memoises a function of a text. At `most` texts it forgets them all, so that endless input does not fill the
 * memory.
 */
export function remembering<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const made = make(text)
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}

const require = createRequire(import.meta.url)

/** A library that is loaded on first use, for those that are slow to load or that many runs never need. */
export function lazyLibrary<Library>(name: string): () => Library {
  let loaded: Library | undefined
  return () => {
    loaded ??= require(name) as Library
    return loaded
  }
}
