import { binomialAtMost, binomialChances } from '../../base/binomial.ts'
import type { PairCounts } from './count-pairs.ts'

const known = new Map<string, number>()

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
  const found = known.get(key) ?? greatestChance(pairs, mcNemar(less, more))
  known.set(key, found)
  return found
}

/** The probability of a split of the differing pairs that is at least this uneven. */
const mcNemar = (less: number, more: number): number => Math.min(1, 2 * binomialAtMost(less, less + more, 0.5))

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
  // Twelve digits are more than it means, and make 0.03125 of 0.031249999999999.
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
