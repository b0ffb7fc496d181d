/**
 * What became of a conversation. *failed*: the agent broke an expectation. *errored*: it could not be judged (service
 * or network). *broken*: the script is wrong. *not reached*: it never ran or was interrupted. *skipped*: told not to run.
 * *unsafe*: a request was kept from leaving for a live service; people read it as *skipped: unsafe* (see `nameVerdict`).
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

/** One of `verdicts`. */
export type Verdict = (typeof verdicts)[number]

/** A verdict as people read it. */
export function nameVerdict<V extends string>(verdict: V): V | 'skipped: unsafe' {
  return verdict === 'unsafe' ? 'skipped: unsafe' : verdict
}
