import type { Verdict } from './verdict.ts'

/**
 * How often something was seen, by what became of the conversation: *failed* counts expected fails too, *other* counts
 * what is neither, such as flaky, errored or interrupted.
 */
export interface Tally {
  passed: number
  failed: number
  other: number
}

/** Nothing seen yet. */
export function createTally(): Tally {
  return { passed: 0, failed: 0, other: 0 }
}

/** Which member of a tally a conversation of this verdict counts for. */
export function tallyOf(verdict: Verdict): keyof Tally {
  if (verdict === 'passed') return 'passed'
  return verdict === 'failed' || verdict === 'expected fail' ? 'failed' : 'other'
}

/** How often it was seen in all. */
export function sumTally({ passed, failed, other }: Tally): number {
  return passed + failed + other
}
