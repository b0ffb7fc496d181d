import { notReached } from '../verdict/never-ran.ts'
import type { Perform, PerformContext } from './perform.ts'

/** Reserves the turns of a conversation before it begins, and charges what was sent. Without enough, it is *not reached*. */
export function withBudget(perform: Perform, { allowance }: PerformContext): Perform {
  if (allowance === undefined) return perform
  return (plan, listener) =>
    allowance.afterFirst(async () => {
      const refusal = allowance.reserve(plan)
      if (refusal !== null) return { result: notReached(plan, refusal), attempts: [] }
      const performed = await perform(plan, listener)
      const charged = performed.attempts.filter(({ isCharged }) => isCharged !== true)
      allowance.settle(plan, charged)
      return performed
    })
}
