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

/** What the stake of 1 has become. */
function stakeAfter({ pairs, onlyA, onlyB }: Counts): number {
  let stake = 0
  for (const payout of payouts)
    stake += payout.share * payout.onlyA ** onlyA * payout.onlyB ** onlyB * payout.alike ** (pairs - onlyA - onlyB)
  return stake
}

/** The most pairs that are looked at on the way. */
const mostPairs = 60

/** The stakes after so many pairs, by how many differed either way. */
const table: number[][][] = []

function stakes(pairs: number): number[][] {
  table[pairs] ??= Array.from({ length: pairs + 1 }, (_, onlyA) =>
    Array.from({ length: pairs + 1 - onlyA }, (__, onlyB) => stakeAfter({ pairs, onlyA, onlyB })),
  )
  return table[pairs]
}

const known = new Map<number, number>()

/**
 * How often the stake grows to so much at any of the pairs, where each differs as often as equal sides can: in a quarter of cases
 * either way. Where pairs differ more rarely it does so no more often, since such a pair is one that does not count, or one of these.
 */
function chanceOfStake(stake: number): number {
  if (stake <= 1) return 1
  const key = Number(stake.toPrecision(10))
  const found = known.get(key)
  if (found !== undefined) return found
  const least = key * (1 - 1e-9)
  let reached = 0
  let now = [[1]]
  for (let pairs = 1; pairs <= mostPairs; pairs += 1) {
    const next = Array.from({ length: pairs + 1 }, (_, onlyA) => new Array<number>(pairs + 1 - onlyA).fill(0))
    for (const [onlyA, row] of now.entries())
      for (const [onlyB, chance] of row.entries()) {
        if (chance === 0) continue
        const [same, more] = [next[onlyA] ?? [], next[onlyA + 1] ?? []]
        same[onlyB] = (same[onlyB] ?? 0) + chance / 2
        same[onlyB + 1] = (same[onlyB + 1] ?? 0) + chance / 4
        more[onlyB] = (more[onlyB] ?? 0) + chance / 4
      }
    for (const [onlyA, row] of stakes(pairs).entries())
      for (const [onlyB, each] of row.entries()) {
        const here = next[onlyA]
        if (each < least || here === undefined) continue
        reached += here[onlyB] ?? 0
        here[onlyB] = 0
      }
    now = next
  }
  const chance = Number(Math.min(1, reached).toPrecision(12))
  known.set(key, chance)
  return chance
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
    most = Math.max(most, stakeAfter(counts))
  }
  return chanceOfStake(most)
}

/** The same for pairs of which only the numbers are known, as they stand at the end. */
export function wheneverEnding(counts: Counts): number {
  return chanceOfStake(stakeAfter(counts))
}
