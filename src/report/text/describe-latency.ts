import { describeBudget } from '../../engine/expect/describe-budget.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import type { Budget } from '../../suite/language/budget.ts'
import { formatTime } from './format-time.ts'

/** A time that went over its limit, or one that is not known. */
export function describeLatency({ subject, tool, limit, ms, over, index }: Outcome & { kind: 'latency' }): string {
  if (over !== undefined) return describeStatistic(tool ?? `the ${subject}`, over, ms, limit)
  const what = subject === 'tool' ? (tool ?? 'the tool') : `the ${subject}`
  if (ms === null && subject === 'turn')
    return 'the answer was lost and found in the stored session, so that the time of the turn is not known and was not judged'
  if (ms === null)
    return subject === 'tool' && index === undefined
      ? `${tool === null ? 'no tool' : tool} was ${tool === null ? '' : 'not '}called, so there is no ${tool === null ? 'tool ' : ''}time to judge`
      : `the time of ${what} is not known, so it was not judged`
  return `${what} took ${distinctTime(ms, limit.ms)}\n  expected  ${describeBudget(limit)}`
}

function describeStatistic(
  what: string,
  { statistic, samples }: { statistic: string; samples: number },
  ms: number | null,
  limit: Budget,
): string {
  if (ms === null) return `no time of ${what} is known, so that its ${statistic} was not judged`
  const times = samples === 1 ? '1 time' : `${samples} times`
  return `the ${statistic} of ${what} is ${distinctTime(ms, limit.ms)} over ${times}\n  expected  ${describeBudget(limit)}`
}

/** A time just beside its limit is shown in milliseconds, so that it does not look like the limit itself. */
function distinctTime(ms: number, limit: number): string {
  const time = formatTime(ms)
  return time === formatTime(limit) ? `${Number(ms.toFixed(3))} ms` : time
}
