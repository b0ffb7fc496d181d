import type { Unit } from './unit.ts'

/**
 * Calls of different names score at least this much to count as one call that was renamed; below it they are two calls.
 */
const renamed = 0.3

/**
 * How alike two units are, from 0 (they cannot match) to 1. A message finds a counterpart even when no word is shared,
 * since an agent answers each turn; a call prefers one of its own name.
 */
export function likenessOf(a: Unit, b: Unit): number {
  if (a.sort !== b.sort) return 0
  const shared = overlap(a.features, b.features)
  if (a.call === null || b.call === null) return a.label === b.label ? 0.1 + 0.9 * shared : 0.05 + 0.2 * shared
  if (a.label === b.label) return 0.4 + 0.6 * shared
  if (a.features.size === 0 || b.features.size === 0) return 0
  const likeness = 0.35 * shared + 0.15 * overlap(nameParts(a.label), nameParts(b.label))
  return likeness < renamed ? 0 : likeness
}

/** The share two sets have in common (Dice coefficient), from 0 to 1; two empty sets count as alike. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const each of small) if (large.has(each)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

function nameParts(name: string): Set<string> {
  return new Set(name.split(/[_\-.\s]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase()))
}
