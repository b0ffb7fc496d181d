import {
  adjustByHolm,
  breakOf,
  countPairs,
  type Pair,
  type PairCounts,
  pairedTest,
} from '../../src/compare/statistics/paired-test.ts'
import type { DrawPair } from './simulate.ts'

const alpha = 0.05
const stages = [6, 12, 24, 48, 60]
const looks = 1 + stages.length

/**
 * The former `--until-sure`, before anytime-valid evidence: it doubled the pairs and divided the level by its
 * six looks.
 */
export function simulateBefore(conversations: number, draw: DrawPair): { sure: boolean[]; pairs: number } {
  const all = Array.from({ length: conversations }, (): Pair[] => [])
  const add = (index: number, upTo: number): void => {
    const pairs = all[index] ?? []
    while (pairs.length < upTo) pairs.push(draw(index, pairs.length))
  }
  for (const index of all.keys()) add(index, 3)
  let enough = 1
  while (2 * 4 ** -enough * conversations * looks > alpha) enough += 1
  for (const [index, pairs] of all.entries())
    while (pairs.length < enough && breakOf(countPairs(pairs)) !== null) add(index, pairs.length + 1)
  for (const stage of stages) {
    const isOpen = findOpenBefore(all.map((pairs) => countPairs(pairs)))
    for (const index of all.keys()) if (isOpen[index] === true) add(index, stage)
  }
  return {
    sure: sureOf(all.map((pairs) => countPairs(pairs))),
    pairs: all.reduce((sum, pairs) => sum + pairs.length, 0),
  }
}

function sureOf(pairCounts: readonly PairCounts[]): boolean[] {
  return adjustByHolm(pairCounts.map((counts) => Math.min(1, looks * pairedTest(counts)))).map((each) => each <= alpha)
}

/** A conversation was open if even the most one-sided remaining pairs could still decide it. */
function findOpenBefore(pairCounts: readonly PairCounts[]): boolean[] {
  const most = stages.at(-1) ?? 0
  const sure = sureOf(pairCounts)
  const states = pairCounts.map((counts, index) => {
    if (sure[index] === true || counts.pairs >= most) return 'closed'
    if (breakOf(counts) !== null) return 'open'
    if (counts.onlyA + counts.onlyB > 0) return 'undecided'
    return 'closed'
  })
  const best = pairCounts.map((counts, index) => {
    const { pairs, onlyA, onlyB } = counts
    if (states[index] === 'closed') return pairedTest(counts)
    return pairedTest({ pairs: most, onlyA: Math.max(onlyA, onlyB) + most - pairs, onlyB: Math.min(onlyA, onlyB) })
  })
  const chances = adjustByHolm(best.map((chance) => Math.min(1, looks * chance)))
  return states.map((state, index) => state === 'open' || (state === 'undecided' && (chances[index] ?? 1) <= alpha))
}
