/**
 * The verdict on a conversation. *failed*: the agent broke an expectation. *errored*: it could not be judged
 * (service or network). *broken*: the script is wrong. *not reached*: it never ran or was interrupted.
 * *skipped*: the script skips it. *unsafe*: a request was blocked before it reached a live service; people
 * read it as *skipped: unsafe* (see `nameVerdict`).
 */
export const verdicts = [
  'passed',
  'failed',
  'flaky',
  'errored',
  'broken',
  'not reached',
  'expected fail',
  'skipped',
  'unsafe',
] as const

export type Verdict = (typeof verdicts)[number]

/** Whether a conversation or turn was judged, passed or failed, so that it says something about its agent. */
export function isJudged(verdict: string | undefined): verdict is 'passed' | 'failed' {
  return verdict === 'passed' || verdict === 'failed'
}

export function nameVerdict<V extends string>(verdict: V): V | 'skipped: unsafe' {
  return verdict === 'unsafe' ? 'skipped: unsafe' : verdict
}

/** *failed* includes expected fails; *other* is anything else, such as flaky, errored or interrupted. */
export interface Tally {
  passed: number
  failed: number
  other: number
}

export function createTally(): Tally {
  return { passed: 0, failed: 0, other: 0 }
}

export function tallyOf(verdict: Verdict): keyof Tally {
  if (verdict === 'passed') return 'passed'
  return verdict === 'failed' || verdict === 'expected fail' ? 'failed' : 'other'
}

export function sumTally({ passed, failed, other }: Tally): number {
  return passed + failed + other
}
