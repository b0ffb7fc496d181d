/**
 * Memoises a function of a text. Once it knows `most` texts it forgets them all, so that endless input does not fill
 * the memory.
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
