import { createRequire } from 'node:module'

/** Memoises a function of a text or number; at `most`, or `mostCharacters`, it forgets all, to bound the memory. */
export function remembering<T, Key extends string | number = string>(
  most: number,
  make: (key: Key) => T,
  mostCharacters: number = Number.POSITIVE_INFINITY,
): (key: Key) => T {
  const known = new Map<Key, T>()
  let characters = 0
  return (key) => {
    const before = known.get(key)
    if (before !== undefined || known.has(key)) return before as T
    const made = make(key)
    const length = typeof key === 'string' ? key.length : 0
    if (known.size >= most || characters + length > mostCharacters) {
      known.clear()
      characters = 0
    }
    known.set(key, made)
    characters += length
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
