/** Groups items by key, in order of first appearance. No group is empty. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/** Each value once, in order of first appearance. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
