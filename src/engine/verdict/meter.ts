import { lessUsage, type Prices, priceUsage, sumUsage, type Usage } from '../../wire/api/usage.ts'
import type { Allowance } from './allowance.ts'
import type { ConversationResult } from './conversation-result.ts'

/** Counts what models take in one attempt, at the prices of the run, and charges it to its budgets. */
interface Meter {
  /** Charges what a turn took, so that the budgets hold for the next one. */
  spent(usage: readonly Usage[]): void
  /** The result with prices; what its turns did not tell is charged now, such as what came after the last of them. */
  settle(result: ConversationResult): ConversationResult
}

/** Begins to count. */
export function createMeter({ prices = {}, allowance }: { prices?: Prices; allowance?: Allowance }): Meter {
  const charged: Usage[] = []
  return {
    spent(usage) {
      const priced = priceUsage(usage, prices)
      charged.push(...priced)
      allowance?.spend(priced)
    },
    settle(result) {
      if (result.usage === undefined) return result
      const usage = sumUsage(priceUsage(result.usage, prices))
      allowance?.spend(lessUsage(usage, charged))
      const turns = result.turns.map((turn) =>
        turn.usage === undefined ? turn : { ...turn, usage: priceUsage(turn.usage, prices) },
      )
      return { ...result, turns, usage }
    },
  }
}

/** The result that stands for several attempts, with what all of them took. */
export function withUsageOf(
  result: ConversationResult,
  attempts: readonly Pick<ConversationResult, 'usage' | 'judging'>[],
): ConversationResult {
  const usage = sumUsage(attempts.flatMap((attempt) => attempt.usage ?? []))
  const judging = sumUsage(attempts.flatMap((attempt) => attempt.judging ?? []))
  const taken = usage.length === 0 ? result : { ...result, usage }
  return judging.length === 0 ? taken : { ...taken, judging }
}
