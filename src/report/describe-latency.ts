import { describeBudget } from '../expect/describe-budget.ts'
import type { Outcome } from '../expect/outcome.ts'
import { formatTime } from './format-time.ts'

/** A time that went over its limit, or one that is not known. */
export function describeLatency({ subject, tool, limit, ms }: Outcome & { kind: 'latency' }): string {
  const what = subject === 'tool' ? (tool ?? 'the tool') : `the ${subject}`
  if (ms === null)
    return subject === 'tool' && tool === null
      ? 'no tool was called, so there is no tool time to judge'
      : `the time of ${what} is not known, so it was not judged`
  return `${what} took ${distinctTime(ms, limit.ms)}\n  expected  ${describeBudget(limit)}`
}

/** A time just beside its limit is shown in milliseconds, so that it does not look like the limit itself. */
function distinctTime(ms: number, limit: number): string {
  const time = formatTime(ms)
  return time === formatTime(limit) ? `${Number(ms.toFixed(3))} ms` : time
}
