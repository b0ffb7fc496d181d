import type { Plan } from '../../suite/plan/plan.ts'
import type { ConversationResult } from './conversation-result.ts'

/** A verdict, and why where the turns do not say it. */
export type Reasoned = Pick<ConversationResult, 'verdict' | 'reason'>

/**
 * Makes a failure that the script expects an *expected fail*, until the day it names. One that passes is said to, since
 * the mark should go; anything that could not be judged stays what it is, or the mark would hide it.
 */
export function forgive({ conversation }: Plan, { verdict, reason }: Reasoned, today: Date = new Date()): Reasoned {
  const expected = conversation.expectedFail
  const failed = verdict === 'failed' || verdict === 'flaky'
  if (expected === undefined || (!failed && verdict !== 'passed')) return { verdict, reason }
  const because = (text: string): string => [text, reason].filter((each) => each !== null).join('; ')
  if (!failed)
    return {
      verdict,
      reason: because(`it was expected to fail (${expected.reason}) and passes: take "expected fail" out`),
    }
  const { until } = expected
  const holds = until === undefined || today.toISOString().slice(0, 10) < until
  if (holds) return { verdict: 'expected fail', reason: because(expected.reason) }
  return { verdict, reason: because(`it was expected to fail until ${until}: ${expected.reason}`) }
}
