import { formatDay } from '../../report/text/describe-trend.ts'

/** A pause in ms. Returns a line for a first failure, for one of another reason, and for a success after one. */
export function followFailures(everyMs: number): (failure: string | null, now: number) => string | null {
  let failing: { since: number; checks: number; failure: string } | null = null
  return (failure, now) => {
    const before = failing
    const at = formatDay(new Date(now).toISOString())
    if (failure === null) {
      failing = null
      if (before === null) return null
      const checks = before.checks === 1 ? 'one that failed' : `${before.checks} that failed`
      return `${at}  checks succeed again, after ${checks} since ${formatDay(new Date(before.since).toISOString())}`
    }
    failing = { since: before?.since ?? now, checks: (before?.checks ?? 0) + 1, failure }
    if (before?.failure === failure) return null
    const next = formatDay(new Date(now + everyMs).toISOString())
    const isLong = failure.includes('\n')
    return `${at}  this check failed, and the next try is at ${next}:${isLong ? '\n' : ' '}${failure}`
  }
}
