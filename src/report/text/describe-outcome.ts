import type { Outcome } from '../../engine/expect/outcome.ts'
import { describeCall, describeCount, describeUnexpected } from './describe-call.ts'
import { describeLatency } from './describe-latency.ts'
import { describeReply } from './describe-reply.ts'
import { listMismatches } from './list-mismatches.ts'

/** An outcome for a person: a short sentence, then lines with what was expected and what came. Plain text. */
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
