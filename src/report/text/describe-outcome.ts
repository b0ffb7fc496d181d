import { describeBudget } from '../../engine/expect/describe-budget.ts'
import { showValue } from '../../engine/expect/describe-matcher.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import type { Budget } from '../../suite/language/budget.ts'
import { describeCall, describeCount, describeUnexpected } from './describe-call.ts'
import { formatTime } from './format-time.ts'
import { listMismatches } from './list-mismatches.ts'

/** Describes an outcome for a person: a short sentence, then lines with what was expected and what came. Plain text. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'reply':
      return describeReply(outcome)
    case 'item':
      if (outcome.mismatches[0]?.expected === `no ${outcome.item}`)
        return [`the reply holds what it must not: ${outcome.item}`, ...listMismatches(outcome.mismatches)].join('\n')
      return outcome.seen === 0
        ? `the reply holds no ${outcome.item}`
        : [`no ${outcome.item} of the reply is the expected one`, ...listMismatches(outcome.mismatches)].join('\n')
    case 'call':
      return describeCall(outcome)
    case 'unexpected call':
      return describeUnexpected(outcome)
    case 'call count':
      return describeCount(outcome)
    case 'latency':
      return describeLatency(outcome)
    case 'error':
      return outcome.answered
        ? 'the service should have refused this turn, but the agent answered'
        : ['the service refused the turn otherwise than expected', ...listMismatches(outcome.mismatches)].join('\n')
    case 'law':
      if (outcome.verdict === 'not judged')
        return `${outcome.finding.message}\n  it may be what was ruled out, so that the turn is not judged; where such entries do no harm, relax the law "${outcome.finding.law}" under laws:`
      return `${outcome.finding.message}\n  the law "${outcome.finding.law}" holds in every conversation, unless it is relaxed under laws:`
    case 'session':
      return outcome.verdict === 'not judged'
        ? (outcome.reason ?? `the stored session has no ${outcome.subject} yet, so that it could not be judged`)
        : [`the stored session is not as expected`, ...listMismatches(outcome.mismatches)].join('\n')
    case 'local':
      return outcome.verdict === 'not judged'
        ? `${outcome.subject} is shown by the local service alone, so that it could not be judged`
        : [`the ${outcome.subject} is not as expected`, ...listMismatches(outcome.mismatches)].join('\n')
    case 'value':
      return `${outcome.subject} could not be judged: ${outcome.reason}`
    case 'capture':
      return `${outcome.reason}\n  ${outcome.hint}`
  }
}

/** A failed condition on the reply, or on one of its parts. */
function describeReply({ subject, mismatches }: Outcome & { kind: 'reply' }): string {
  const { path, expected, actual } = mismatches[0] ?? { path: subject, expected: '', actual: undefined }
  const what = subject === 'reply' ? 'the reply' : subject
  const headline = expected.startsWith('not ') ? `${what} is what it must not be` : `${what} is not as expected`
  const where = path === subject ? [] : [`  where     ${path}`]
  return [headline, ...where, `  expected  ${expected}`, `  actual    ${showValue(actual)}`].join('\n')
}

/** A time over its limit, or one that is not known. */
function describeLatency({ subject, tool, limit, ms, over, index }: Outcome & { kind: 'latency' }): string {
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

/** A time very close to its limit is shown in milliseconds, so that it does not look equal to the limit. */
function distinctTime(ms: number, limit: number): string {
  const time = formatTime(ms)
  return time === formatTime(limit) ? `${Number(ms.toFixed(3))} ms` : time
}
