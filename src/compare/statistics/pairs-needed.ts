import { binomialAtMost, binomialChances } from '../../base/binomial.ts'
import { passInterval } from './intervals.ts'
import { type PairCounts, pairedTest } from './paired-test.ts'

/** How a comparison judges: among so many conversations, at this level. */
interface Judging {
  conversations: number
  alpha: number
}

/** More pairs than this are as good as none. */
const most = 1_000

/** How often a drop is seen that is asked for: four times of five. */
const usual = 0.8

/** The rate that a drop is from where nothing is known: a conversation that passes 19 times of 20. */
export const usualRate = 0.95

/**
 * How often a drop of one conversation, from 95 %, is sure by its pass rate after so many pairs, and how many pairs make it four times of
 * five; null where more than a thousand do not. By McNemar's test and the first step of Holm's correction, so that it is rather too few.
 */
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
    while (least <= differing && 2 * binomialAtMost(differing - least, differing, 0.5) * conversations > alpha)
      least += 1
    const more = onlyB === 0 ? 1 : binomialAtMost(differing - least, differing, onlyB / (onlyA + onlyB))
    if (least <= differing) sum += chance * more
    differing += 1
  }
  return Math.min(1, sum)
}

/**
 * How many more pairs like these would tell whether a conversation got worse by as much as matters: until the drop is sure, or surely
 * smaller. Null where that is told already, or a thousand would not.
 */
export function pairsToTell(counts: PairCounts, smallest: number, { conversations, alpha }: Judging): number | null {
  const tells = (pairs: number): boolean => {
    const share = pairs / counts.pairs
    const [onlyA, onlyB] = [Math.round(counts.onlyA * share), Math.round(counts.onlyB * share)]
    if (passInterval({ ...counts, pairs, onlyA, onlyB })[0] > -smallest) return true
    return pairs <= exact
      ? pairedTest({ pairs, onlyA, onlyB }) * conversations <= alpha
      : 2 * binomialAtMost(Math.min(onlyA, onlyB), onlyA + onlyB, 0.5) * conversations <= alpha
  }
  if (counts.pairs === 0 || tells(counts.pairs)) return null
  for (let pairs = counts.pairs + 1; pairs <= counts.pairs + most; pairs += 1)
    if (tells(pairs)) return pairs - counts.pairs
  return null
}

/** Beyond so many pairs McNemar's test is as good as the exact one, and much faster. */
const exact = 60
