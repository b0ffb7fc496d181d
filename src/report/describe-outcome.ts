import { showValue } from '../expect/describe-matcher.ts'
import type { Mismatch } from '../expect/mismatch.ts'
import type { Outcome } from '../expect/outcome.ts'
import { describeCall, describeCount, describeUnexpected } from './describe-call.ts'
import { formatTime } from './format-time.ts'

/** An outcome for a person: a short sentence, then lines with what was expected and what came. Plain text. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'reply':
      return describeReply(outcome.subject, outcome.mismatches[0])
    case 'item':
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
      return `${outcome.finding.message}\n  the law "${outcome.finding.law}" holds in every conversation, unless it is relaxed under laws:`
    case 'capture':
      return `${outcome.reason}\n  ${outcome.hint}`
  }
}

function listMismatches(mismatches: readonly Mismatch[]): string[] {
  return mismatches.map(
    ({ path, expected, actual }) => `  ${path}: expected ${expected}, but here is ${showValue(actual)}`,
  )
}

function describeReply(subject: string, mismatch: Mismatch | undefined): string {
  const [expected, actual] = [mismatch?.expected ?? '', mismatch?.actual]
  const what = subject === 'reply' ? 'the reply' : subject
  if (expected.startsWith('not '))
    return `${what} is what it must not be\n  expected  ${expected}\n  actual    ${showValue(actual)}`
  return `${what} is not as expected\n  expected  ${expected}\n  actual    ${showValue(actual)}`
}

function describeLatency({ subject, tool, limit, ms }: Outcome & { kind: 'latency' }): string {
  const what = subject === 'tool' ? (tool ?? 'the tool') : `the ${subject}`
  if (ms === null)
    return subject === 'tool' && tool === null
      ? 'no tool was called, so there is no tool time to judge'
      : `the time of ${what} is not known, so it was not judged`
  return `${what} took ${formatTime(ms)}\n  expected  ${limit.sign === '<=' ? 'at most ' : ''}${limit.written}`
}
