import { remembering } from '../../base/memoize.ts'

/** What a bet expects: how often only a passes, only b passes, or both end alike; and its share of the stake. */
type Bet = readonly [onlyA: number, onlyB: number, alike: number, share: number]

/** The bets on a passing more often; those on b are the same with the sides swapped. */
const bets: readonly Bet[] = [
  [1, 0, 0, 0.1],
  [0.75, 0, 0.25, 0.05],
  [0.6, 0, 0.4, 0.05],
  [0.4, 0, 0.6, 0.2],
  [0.25, 0.02, 0.73, 0.1],
  [0.2, 0.05, 0.75, 0.05],
]

/** Factors on stakes, the best odds at which no bet gains on average for equal sides: at most half of pairs differ. */
const payouts = bets.flatMap(([onlyA, onlyB, alike, share]) => {
  const differing = onlyA + onlyB
  const [a, b, same] =
    alike <= 0.5 ? [4 * onlyA, 4 * onlyB, 2 * alike] : [(2 * onlyA) / differing, (2 * onlyB) / differing, 1]
  return [
    { onlyA: a, onlyB: b, alike: same, share },
    { onlyA: b, onlyB: a, alike: same, share },
  ]
})

interface Counts {
  pairs: number
  onlyA: number
  onlyB: number
}

/** The total stake at the beginning: a little more than 1. */
const begun = payouts.reduce((sum, { share }) => sum + share, 0)

function stakeAfter({ pairs, onlyA, onlyB }: Counts): number {
  let stake = 0
  for (const payout of payouts)
    stake += payout.share * payout.onlyA ** onlyA * payout.onlyB ** onlyB * payout.alike ** (pairs - onlyA - onlyB)
  return stake
}

const mostPairs = 60

const width = mostPairs + 1

/** The stakes after each number of pairs, by how many differed in either direction: (a, b) is at `a * width + b`. */
const stakes = remembering<Float64Array, number>(mostPairs + 1, (pairs) => {
  const table = new Float64Array(width * width)
  for (let onlyA = 0; onlyA <= pairs; onlyA += 1)
    for (let onlyB = 0; onlyA + onlyB <= pairs; onlyB += 1)
      table[onlyA * width + onlyB] = stakeAfter({ pairs, onlyA, onlyB })
  return table
})

function stakeOf(counts: Counts): number {
  const { pairs, onlyA, onlyB } = counts
  return pairs > mostPairs ? stakeAfter(counts) : (stakes(pairs)[onlyA * width + onlyB] ?? 1)
}

/** The chance that the stake ever grows so large; beyond the exact pairs at most 1/k for k-fold (Ville). */
function chanceOf(stake: number, { pairs }: Counts): number {
  return pairs > mostPairs ? Math.min(1, begun / stake) : chanceOfStake(stake)
}

/**
 * The chance that the stake reaches this value at any pair, where pairs differ as often as equal sides can: a
 * quarter in each direction. Pairs that differ more rarely give no higher chance, since each is then a mixture
 * of such a pair and one that does not count. The stake is truncated to three digits, so that results can be
 * cached.
 */
function chanceOfStake(stake: number): number {
  if (stake <= 1) return 1
  const unit = 10 ** (Math.floor(Math.log10(stake)) - 2)
  return chanceToReach(Math.floor((stake / unit) * (1 + 1e-12)) * unit * (1 - 1e-12))
}

const chanceToReach = remembering<number, number>(100_000, (least) => {
  let reached = 0
  let now = new Float64Array(width * width)
  now[0] = 1
  for (let pairs = 1; pairs <= mostPairs; pairs += 1) {
    const next = new Float64Array(width * width)
    const grown = stakes(pairs)
    for (let onlyA = 0; onlyA <= pairs; onlyA += 1)
      for (let onlyB = 0; onlyA + onlyB <= pairs; onlyB += 1) {
        const at = onlyA * width + onlyB
        const stayed = onlyA + onlyB < pairs ? (now[at] ?? 0) / 2 : 0
        const arriving = (onlyA > 0 ? (now[at - width] ?? 0) : 0) + (onlyB > 0 ? (now[at - 1] ?? 0) : 0)
        const chance = stayed + arriving / 4
        if ((grown[at] ?? 0) >= least) reached += chance
        else next[at] = chance
      }
    now = next
  }
  return Number(Math.min(1, reached).toPrecision(12))
})

/**
 * The chance, at most, that equal sides come this far apart at any moment somebody looks and stops. Pair by
 * pair, a stake is bet on several sizes of a difference, at odds that are fair if the sides are equal, so that
 * it seldom grows (J. Ville 1939; G. Shafer, *Testing by betting*, 2021). How seldom is computed exactly for up
 * to `mostPairs`. Pairs come in the order in which they were run.
 */
export function whenever(pairs: readonly (readonly [passedA: boolean, passedB: boolean])[]): number {
  const counts = { pairs: 0, onlyA: 0, onlyB: 0 }
  let most = 1
  for (const [a, b] of pairs) {
    counts.pairs += 1
    if (a === b) continue
    counts[a ? 'onlyA' : 'onlyB'] += 1
    most = Math.max(most, stakeOf(counts))
  }
  return chanceOf(most, counts)
}

/** Like `whenever`, for pairs of which only the final counts are known. */
export function wheneverEnding(counts: Counts): number {
  return chanceOf(stakeOf(counts), counts)
}
