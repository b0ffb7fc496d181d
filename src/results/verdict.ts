/**
 * What became of a conversation. *failed*: the agent broke an expectation. *errored*: it could not be judged (service
 * or network). *broken*: the script is wrong. *not reached*: it never ran or was interrupted. *skipped*: told not to run.
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
] as const

/** One of `verdicts`. */
export type Verdict = (typeof verdicts)[number]
