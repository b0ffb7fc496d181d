import type { Stop } from '../runner/conversation-run.ts'
import type { Plan } from '../runner/plan.ts'
import type { Verdict } from './verdict.ts'

/** A verdict, and why where the turns do not say it. */
export interface Reasoned {
  verdict: Verdict
  reason: string | null
}

/**
 * Makes a failure that the script expects an *expected fail*, until the day it names. One that passes is said to, since
 * the mark should go; anything that could not be judged stays what it is, or the mark would hide it.
 */
export function forgive(
  { conversation }: Plan,
  verdict: Verdict,
  stop: Stop | null,
  today: Date = new Date(),
): Reasoned {
  const expected = conversation.expectedFail
  const plain = { verdict, reason: reasonOf(stop) }
  if (expected === undefined || (verdict !== 'failed' && verdict !== 'passed')) return plain
  const { reason, until } = expected
  if (verdict === 'passed')
    return { verdict, reason: `it was expected to fail (${reason}) and passes: take "expected fail" out` }
  if (until === undefined || today.toISOString().slice(0, 10) < until) return { verdict: 'expected fail', reason }
  return { verdict, reason: `it was expected to fail until ${until}: ${reason}` }
}

function reasonOf(stop: Stop | null): string | null {
  if (stop?.kind === 'diverged')
    return `the talk diverged before turn ${stop.index + 1}: what that turn requires of the one before did not come`
  return stop?.kind === 'interrupted' ? `interrupted at turn ${stop.index + 1}` : null
}
