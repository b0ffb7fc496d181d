/** Groups items by key, in order of first appearance. No group is empty. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  return [...groupByKey(items, keyOf).values()]
}

export function groupByKey<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Each value once, in order of first appearance. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

/** How often each value occurs, in order of first appearance. */
export function countValues<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The most frequent value; of equally frequent ones, the first. */
export function mostFrequent<T>(values: Iterable<T>): T | undefined {
  return [...countValues(values)].sort(([, one], [, other]) => other - one)[0]?.[0]
}
