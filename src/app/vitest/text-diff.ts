import type { Outcome } from '../../engine/expect/outcome.ts'

/** Texts shorter than this are compared at a glance. */
const glance = 60

/** The two texts of an equality that failed, where Vitest's diff shows more than the message; else null. */
export function textDiff(outcome: Outcome): { expected: string; actual: string } | null {
  const [mismatch, second] = 'mismatches' in outcome ? outcome.mismatches : []
  if (mismatch === undefined || second !== undefined || typeof mismatch.actual !== 'string') return null
  const expected = /^"(?:[^"\\]|\\.)*"$/.test(mismatch.expected) ? (JSON.parse(mismatch.expected) as string) : ''
  return expected.length < glance && !expected.includes('\n') ? null : { expected, actual: mismatch.actual }
}
