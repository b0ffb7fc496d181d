import { createRequire } from 'node:module'

/** Memoises a function of a text or number; at `most`, or `mostCharacters`, it forgets all, to bound the memory. */
export function remembering<T, Key extends string | number = string>(
  most: number,
  make: (key: Key) => T,
  mostCharacters: number = Number.POSITIVE_INFINITY,
): (key: Key) => T {
  const valueByKey = new Map<Key, T>()
  let characters = 0
  return (key) => {
    const before = valueByKey.get(key)
    if (before !== undefined || valueByKey.has(key)) return before as T
    const value = make(key)
    const length = typeof key === 'string' ? key.length : 0
    if (valueByKey.size >= most || characters + length > mostCharacters) {
      valueByKey.clear()
      characters = 0
    }
    valueByKey.set(key, value)
    characters += length
    return value
  }
}

const require = createRequire(import.meta.url)

/** Makes a value on first use, for those that are slow to make and that many runs never need. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let instance: T | undefined
  return () => {
    instance ??= make()
    return instance
  }
}

/** A library that is loaded on first use, for those that are slow to load or that many runs never need. */
export function lazyLibrary<Library extends object>(name: string): () => Library {
  return onFirstUse(() => require(name) as Library)
}
