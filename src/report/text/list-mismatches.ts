import { showValue } from '../../engine/expect/describe-matcher.ts'
import type { Mismatch } from '../../engine/expect/mismatch.ts'

/** A line for each mismatch: its path, what was expected, what is there. */
export function listMismatches(mismatches: readonly Mismatch[]): string[] {
  return mismatches.map(({ path, expected, actual }) => {
    const value = path === 'executionTimeMs' && typeof actual === 'number' ? `${actual} ms` : showValue(actual)
    return `  ${path}: expected ${expected}, but here is ${value}`
  })
}
