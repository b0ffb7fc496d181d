import { binomialAtMost, binomialChances } from '../../base/binomial.ts'
import { passInterval } from './intervals.ts'
import { evenSplit, type PairCounts, pairedTest, signTest } from './paired-test.ts'

interface Judging {
  conversations: number
  alpha: number
}

/** Needing more pairs than this counts as out of reach. */
const most = 1_000

/** The chance of detecting a drop that is wanted: four times of five. */
const usual = 0.8

/** The pass rate assumed before a drop where nothing is known: 19 of 20. */
export const usualRate = 0.95

/** The chance that a drop from 95 % is sure after `pairs`, and how many make it four of five (null: over 1000). */
export function planPairs(drop: number, pairs: number, judging: Judging): { chance: number; enough: number | null } {
  const chance = chanceToSee(drop, pairs, judging)
  let [low, high] = [1, 2]
  while (high <= most && chanceToSee(drop, high, judging) < usual) [low, high] = [high, high * 2]
  if (high > most && chanceToSee(drop, most, judging) < usual) return { chance, enough: null }
  high = Math.min(high, most)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (chanceToSee(drop, middle, judging) < usual) low = middle
    else high = middle
  }
  return { chance, enough: high }
}

function chanceToSee(drop: number, pairs: number, { conversations, alpha }: Judging): number {
  const to = Math.max(0, usualRate - drop)
  const [onlyA, onlyB] = [usualRate * (1 - to), to * (1 - usualRate)]
  let sum = 0
  let differing = 0
  let least = 1
  for (const chance of binomialChances(pairs, onlyA + onlyB)) {
    while (least <= differing && 2 * signTest(differing - least, least) * conversations > alpha) least += 1
    const more = onlyB === 0 ? 1 : binomialAtMost(differing - least, differing, onlyB / (onlyA + onlyB))
    if (least <= differing) sum += chance * more
    differing += 1
  }
  return Math.min(1, sum)
}

/** How many more such pairs would settle whether it got worse by what matters; null: settled, or over a thousand. */
export function pairsToTell(counts: PairCounts, smallest: number, { conversations, alpha }: Judging): number | null {
  const tells = (pairs: number): boolean => {
    const share = pairs / counts.pairs
    const [onlyA, onlyB] = [Math.round(counts.onlyA * share), Math.round(counts.onlyB * share)]
    if (passInterval({ ...counts, pairs, onlyA, onlyB })[0] > -smallest) return true
    return pairs <= exact
      ? pairedTest({ pairs, onlyA, onlyB }) * conversations <= alpha
      : evenSplit(onlyA, onlyB) * conversations <= alpha
  }
  if (counts.pairs === 0 || tells(counts.pairs)) return null
  for (let pairs = counts.pairs + 1; pairs <= counts.pairs + most; pairs += 1)
    if (tells(pairs)) return pairs - counts.pairs
  return null
}

/** Beyond this many pairs, McNemar's test is as good as the exact one, and much faster. */
const exact = 60
