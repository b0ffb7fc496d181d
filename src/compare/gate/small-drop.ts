import { highestRate } from '../../base/binomial.ts'
import { percent } from '../../base/text/wording.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import { passInterval } from '../statistics/intervals.ts'
import type { NewFailure } from '../statistics/new-failures.ts'
import type { PooledPasses } from '../statistics/pooled-drop.ts'
import type { GateRule } from './gate-policy.ts'

type Drop = Pick<ConversationComparison, 'pass'> | PooledPasses | NewFailure

/** What is ignored, in the words of every report. */
export function describeSmaller(smallest: number): string {
  return `certainly less than ${percent(smallest)}, the smallest drop that matters`
}

/** The rules that hold only because every drop is surely smaller than what matters; null where there is none. */
export function describeSpared(rules: readonly GateRule[]): string | null {
  const spared = rules.filter(({ smallestDrop }) => smallestDrop !== undefined)
  const [{ smallestDrop: smallest } = {}] = spared
  if (smallest === undefined) return null
  return `${spared.map(({ name }) => name).join(', ')}: ${describeSmaller(smallest)}`
}

/** Whether a drop's whole 95 % interval is below the smallest that matters; for a new failure, its share of runs is. */
export function isSurelySmaller(drop: Drop, smallest: number | null): boolean {
  if (smallest === null) return false
  if ('way' in drop) return highestRate(drop.b.count, drop.b.of) < smallest
  if ('onlyA' in drop) {
    const bothPassed = drop.passedA - drop.onlyA
    const neitherPassed = drop.pairs - bothPassed - drop.onlyA - drop.onlyB
    return passInterval({ ...drop, bothPassed, neitherPassed })[0] > -smallest
  }
  return drop.pass !== null && drop.pass.interval[0] > -smallest
}
