/** What is bet on: how often only a passes, only b passes, or both come to the same; with its share of the stake. */
type Bet = readonly [onlyA: number, onlyB: number, alike: number, share: number]

/** For one direction; the other has the same with its sides swapped. */
const bets: readonly Bet[] = [
  [1, 0, 0, 0.1],
  [0.75, 0, 0.25, 0.05],
  [0.6, 0, 0.4, 0.05],
  [0.4, 0, 0.6, 0.2],
  [0.25, 0.02, 0.73, 0.1],
  [0.2, 0.05, 0.75, 0.05],
]

/** What a bet pays for each outcome. */
interface Payout {
  onlyA: number
  onlyB: number
  alike: number
  share: number
}

/**
 * The best bets that no pair of equal sides favours: these differ in at most half of all pairs, either way as often. So a bet on more
 * differing pairs than that loses where they are alike, and one on fewer is about the direction alone.
 */
const payouts: readonly Payout[] = bets.flatMap(([onlyA, onlyB, alike, share]) => {
  const differing = onlyA + onlyB
  const [a, b, same] =
    alike <= 0.5 ? [4 * onlyA, 4 * onlyB, 2 * alike] : [(2 * onlyA) / differing, (2 * onlyB) / differing, 1]
  return [
    { onlyA: a, onlyB: b, alike: same, share },
    { onlyA: b, onlyB: a, alike: same, share },
  ]
})

/** Pairs by how they came out. */
interface Counts {
  pairs: number
  onlyA: number
  onlyB: number
}

/** What all bets together begin with: a little more than 1. */
const begun = payouts.reduce((sum, { share }) => sum + share, 0)

/** What the stakes have become. */
function stakeAfter({ pairs, onlyA, onlyB }: Counts): number {
  let stake = 0
  for (const payout of payouts)
    stake += payout.share * payout.onlyA ** onlyA * payout.onlyB ** onlyB * payout.alike ** (pairs - onlyA - onlyB)
  return stake
}

/** The most pairs that are looked at on the way. */
const mostPairs = 60

const width = mostPairs + 1

/** The stakes after each number of pairs, by how many differed either way: that of (a, b) at `a * width + b`. */
const table: Float64Array[] = []

function stakes(pairs: number): Float64Array {
  const found = table[pairs]
  if (found !== undefined) return found
  const made = new Float64Array(width * width)
  for (let onlyA = 0; onlyA <= pairs; onlyA += 1)
    for (let onlyB = 0; onlyA + onlyB <= pairs; onlyB += 1)
      made[onlyA * width + onlyB] = stakeAfter({ pairs, onlyA, onlyB })
  table[pairs] = made
  return made
}

function stakeOf(counts: Counts): number {
  const { pairs, onlyA, onlyB } = counts
  return pairs > mostPairs ? stakeAfter(counts) : (stakes(pairs)[onlyA * width + onlyB] ?? 1)
}

/** Beyond the pairs that it is worked out for, stakes grow to so many times what they began with at most as often as one part of that (Ville). */
function chanceOf(stake: number, { pairs }: Counts): number {
  return pairs > mostPairs ? Math.min(1, begun / stake) : chanceOfStake(stake)
}

const known = new Map<number, number>()

/**
 * How often the stake grows to so much at any of the pairs, where each differs as often as equal sides can: in a quarter of cases
 * either way. Where pairs differ more rarely it does so no more often, since each such pair is one that does not count, or one of
 * these. Of the stake three digits count, the rest is cut off.
 */
function chanceOfStake(stake: number): number {
  if (stake <= 1) return 1
  const unit = 10 ** (Math.floor(Math.log10(stake)) - 2)
  const least = Math.floor((stake / unit) * (1 + 1e-12)) * unit * (1 - 1e-12)
  const found = known.get(least) ?? chanceToReach(least)
  known.set(least, found)
  return found
}

function chanceToReach(least: number): number {
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
        const came = (onlyA > 0 ? (now[at - width] ?? 0) : 0) + (onlyB > 0 ? (now[at - 1] ?? 0) : 0)
        const chance = stayed + came / 4
        if ((grown[at] ?? 0) >= least) reached += chance
        else next[at] = chance
      }
    now = next
  }
  return Number(Math.min(1, reached).toPrecision(12))
}

/**
 * How often equal sides come this far apart, at most, whenever somebody looks and stops: pair by pair a stake is put on several sizes
 * of a difference, at odds that are fair where the sides are equal, so that it seldom grows (J. Ville 1939; G. Shafer, *Testing by
 * betting*, 2021). How seldom is worked out, for up to `mostPairs`. Pairs come in the order in which they were run.
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

/** The same for pairs of which only the numbers are known, as they stand at the end. */
export function wheneverEnding(counts: Counts): number {
  return chanceOf(stakeOf(counts), counts)
}
