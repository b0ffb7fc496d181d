import type { Review } from './review-shape.ts'

/** `approved by Ada on 2026-11-28: the desk books at once now`. */
export function describeDecision({ decision, by = '', on = '', why = '' }: Partial<Review>): string {
  return `${decision} by ${by} on ${on}: ${why}`
}

/** The fingerprints that a decision is about, without the marks of those that need not be there again. */
export function decidedIds({ fingerprint }: { fingerprint: readonly string[] }): string[] {
  return fingerprint.map((id) => id.replace(/\?$/, ''))
}
