import type { MapEntry } from './node.ts'

const seen = new WeakMap<readonly MapEntry[], Set<string>>()

/** Whether entries that were read have a key already; `before` only grows. A long mapping is remembered, so that each key is looked up once and not held against all others. */
export function hasKey(before: readonly MapEntry[], key: string): boolean {
  if (before.length < 32) return before.some((entry) => entry.key === key)
  const keys = seen.get(before) ?? new Set()
  if (keys.size === 0) seen.set(before, keys)
  for (let index = keys.size; index < before.length; index++) keys.add(before[index]?.key ?? '')
  return keys.has(key)
}
