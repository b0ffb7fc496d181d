import { createRequire } from 'node:module'

/**
 * Memoises a function of a text. At `most` texts, or at `mostCharacters` in all of them, it forgets them all, so that
 * endless input does not fill the memory.
 */
export function remembering<T>(
  most: number,
  make: (text: string) => T,
  mostCharacters: number = Number.POSITIVE_INFINITY,
): (text: string) => T {
  const known = new Map<string, T>()
  let characters = 0
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const made = make(text)
    if (known.size >= most || characters + text.length > mostCharacters) {
      known.clear()
      characters = 0
    }
    known.set(text, made)
    characters += text.length
    return made
  }
}

const require = createRequire(import.meta.url)

/** Makes a value on first use, for those that are slow to make and that many runs never need. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A library that is loaded on first use, for those that are slow to load or that many runs never need. */
export function lazyLibrary<Library extends object>(name: string): () => Library {
  return onFirstUse(() => require(name) as Library)
}
