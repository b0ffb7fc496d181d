import type { Pair } from './paired-test.ts'

/** What is bet on: how often only a passes, only b passes, or both come to the same; with its share of the stake. */
type Bet = readonly [onlyA: number, onlyB: number, alike: number, share: number]

/** For one direction; the other has the same with its sides swapped, so that the shares come to a half. */
const bets: readonly Bet[] = [
  [1, 0, 0, 0.1],
  [0.86, 0.04, 0.1, 0.06],
  [0.75, 0, 0.25, 0.06],
  [0.4, 0, 0.6, 0.12],
  [0.27, 0.03, 0.7, 0.1],
  [0.18, 0.06, 0.76, 0.06],
]

/** The logarithms of what a bet pays for each outcome. */
interface Payout {
  onlyA: number
  onlyB: number
  alike: number
  share: number
}

/**
 * The best bet that no pair of equal sides favours: these differ in at most half of all pairs, either way as often. So a bet on more
 * differing pairs than that loses where they are alike, and one on fewer is about the direction alone.
 */
const payouts: readonly Payout[] = bets.flatMap(([onlyA, onlyB, alike, share]) => {
  const differing = onlyA + onlyB
  const paid = alike <= 0.5 ? [4 * onlyA, 4 * onlyB, 2 * alike] : [(2 * onlyA) / differing, (2 * onlyB) / differing, 1]
  const [a = 0, b = 0, same = 0] = paid.map((each) => Math.log(each))
  return [
    { onlyA: a, onlyB: b, alike: same, share },
    { onlyA: b, onlyB: a, alike: same, share },
  ]
})

/**
 * How often equal sides come this far apart, at most, whenever somebody looks and stops: pair by pair a stake is put on several sizes
 * of a difference, at odds that are fair where the sides are equal. Whoever can multiply it by 20 sees what equal sides show in one
 * of twenty cases (J. Ville 1939; G. Shafer, *Testing by betting*, 2021). Pairs come in the order in which they were run.
 */
export function whenever(pairs: readonly Pair[]): number {
  let [onlyA, onlyB, alike, most] = [0, 0, 0, 1]
  for (const [a, b] of pairs) {
    if (a === b) alike += 1
    else if (a) onlyA += 1
    else onlyB += 1
    if (a !== b) most = Math.max(most, stakeAfter({ onlyA, onlyB, alike }))
  }
  return Math.min(1, 1 / most)
}

/** What the stake of 1 has become. */
export function stakeAfter(counts: { onlyA: number; onlyB: number; alike: number }): number {
  let stake = 0
  for (const { share, ...payout } of payouts)
    stake +=
      share *
      Math.exp(
        times(counts.onlyA, payout.onlyA) + times(counts.onlyB, payout.onlyB) + times(counts.alike, payout.alike),
      )
  return stake
}

/** The product, but 0 when the count is 0, even if the logarithm is infinite. */
function times(count: number, logarithm: number): number {
  return count === 0 ? 0 : count * logarithm
}
