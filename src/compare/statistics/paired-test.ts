import { binomialAtMost, binomialChances } from '../../base/binomial.ts'
import type { PassStatistics } from '../model/comparison-verdict.ts'
import { wheneverEnding } from './betting.ts'

const chanceByKey = new Map<string, number>()

/**
 * The two-sided exact paired test: the highest probability that two equal sides come out as far apart as these pairs.
 * It is 1 where no pair differs, and 2 · 4^-pairs where all differ in one direction. Outcomes are ordered by McNemar's
 * exact test, which looks only at the pairs that differ. This test also counts how rarely that many would differ, since
 * two runs of one agent differ in at most half of the pairs. So it is never above McNemar's, and far below it for few
 * pairs (the exact unconditional test: S. Suissa and J. Shuster, Biometrics 47, 1991; with the order of R. Boschloo,
 * Statistica Neerlandica 24, 1970). The probability is greatest where some pairs differ half of the time and the others
 * never, so the test also holds where the pass rate moves from pair to pair.
 */
export function pairedTest({ pairs, onlyA, onlyB }: Pick<PairCounts, 'pairs' | 'onlyA' | 'onlyB'>): number {
  const [less, more] = [Math.min(onlyA, onlyB), Math.max(onlyA, onlyB)]
  if (less === more) return 1
  const key = `${pairs} ${less} ${more}`
  const chance = chanceByKey.get(key) ?? greatestChance(pairs, evenSplit(less, more))
  chanceByKey.set(key, chance)
  return chance
}

/** The exact one-sided sign test: at most `fewer` heads in `fewer + more` tosses, which equal sides are. */
export function signTest(fewer: number, more: number): number {
  return binomialAtMost(fewer, fewer + more, 0.5)
}

/** The probability of a split of the differing pairs that is at least this uneven: McNemar's exact test. */
export function evenSplit(one: number, other: number): number {
  return Math.min(1, 2 * signTest(Math.min(one, other), Math.max(one, other)))
}

/** How often McNemar's test reaches `level` or less when any number of the pairs differ half of the time. */
function greatestChance(pairs: number, level: number): number {
  const tails = Array.from({ length: pairs + 1 }, (_, different) => tailWithin(different, level))
  let greatest = 0
  for (let doubtful = 1; doubtful <= pairs; doubtful += 1) {
    if (tails[doubtful] === 0) continue
    let chance = 0
    let different = 0
    for (const probability of binomialChances(doubtful, 0.5)) {
      chance += probability * (tails[different] ?? 0)
      different += 1
    }
    greatest = Math.max(greatest, chance)
  }
  // The result is accurate to twelve digits at most; rounding also turns 0.031249999999999 into 0.03125.
  return Number(Math.min(1, greatest).toPrecision(12))
}

/** The chance of the splits that McNemar's test puts at `level` or less. */
function tailWithin(different: number, level: number): number {
  let reached = 0
  let total = 0
  for (const chance of binomialChances(different, 0.5)) {
    total += 2 * chance
    if (total > level * (1 + 1e-9)) break
    reached = total
  }
  return Math.min(1, reached)
}

/** The p-value by the exact test, or, where pairs are checked more than once, by one that holds whenever one stops. */
export function endingChance(counts: Pick<PairCounts, 'pairs' | 'onlyA' | 'onlyB'>, looks: number): number {
  return looks === 1 ? pairedTest(counts) : wheneverEnding(counts)
}

/** Whether each of two paired runs passed. A pair with a run that could not be judged does not count. */
export type Pair = readonly [passedA: boolean, passedB: boolean]

export type PairCounts = Pick<PassStatistics, 'pairs' | 'bothPassed' | 'onlyA' | 'onlyB' | 'neitherPassed'>

export function countPairs(pairs: readonly Pair[]): PairCounts {
  let [bothPassed, onlyA, onlyB] = [0, 0, 0]
  for (const [a, b] of pairs) {
    if (a && b) bothPassed += 1
    else if (a) onlyA += 1
    else if (b) onlyB += 1
  }
  return { pairs: pairs.length, bothPassed, onlyA, onlyB, neitherPassed: pairs.length - bothPassed - onlyA - onlyB }
}

/** The direction of a break, where one side never failed and the other never passed; null where there is none. */
export function breakOf({ pairs, onlyA, onlyB }: PairCounts): 'regressed' | 'improved' | null {
  if (pairs === 0) return null
  if (onlyA === pairs) return 'regressed'
  return onlyB === pairs ? 'improved' : null
}

/** When a break counts as confirmed: after so many pairs, or once the test reaches this level. */
export interface BreakLevel {
  enough: number
  /** The level of one conversation; null: a break needs `enough` pairs without exception. */
  level: number | null
}

/**
 * Whether another pair is worth its turns: what breaks in each pair so far has fewer than `enough`, or, where there is a
 * level, side b never passed, side a did at times, and the test has not reached it. Checking after each pair errs no more
 * often than the level says where no more than three times `enough` are made and a look chose the conversation: its false
 * regressions stay below 0.8 of the level even where the pass rate moves against it from pair to pair.
 */
export function mayBeBreak(counts: PairCounts, { enough, level }: BreakLevel): boolean {
  const { pairs, onlyA, bothPassed, onlyB } = counts
  if (breakOf(counts) !== null && pairs < enough) return true
  const neverPassed = onlyA > 0 && bothPassed + onlyB === 0
  return level !== null && neverPassed && pairs < 3 * enough && pairedTest(counts) > level
}

/** How many pairs confirm a hard break among so many conversations; `alpha` strictly between 0 and 1. */
export function pairsForHardBreak(alpha: number, conversations: number, looks = 1): number {
  let pairs = 1
  const chance = (): number => endingChance({ pairs, onlyA: pairs, onlyB: 0 }, looks)
  while (chance() * Math.max(1, conversations) > alpha) pairs += 1
  return pairs
}

/**
 * Holm's correction (S. Holm, 1979): adjusts p-values that are among several tested, in the order given. Calling every
 * adjusted value at or below a level is wrong, even once, no more often than that level, whatever is true of the
 * others. An adjusted value is never below the original, and the order is preserved. `tests` is how many there might have
 * been, where some were not made: the number must not depend on how others came out.
 */
export function adjustByHolm(chances: readonly number[], tests: number = chances.length): number[] {
  const adjusted = [...chances]
  const order = [...chances.keys()].sort((one, other) => (chances[one] ?? 0) - (chances[other] ?? 0))
  let atLeast = 0
  for (const [rank, index] of order.entries()) {
    atLeast = Math.max(atLeast, Math.min(1, (tests - rank) * (chances[index] ?? 0)))
    adjusted[index] = atLeast
  }
  return adjusted
}
