import { binomialChances } from '../../base/binomial.ts'
import { remembering } from '../../base/memoize.ts'

/** A feature's evidence: for each pair of runs the side that has more of it, and for times the difference's rank. */
export interface FlipFeature {
  units: readonly number[]
  /** Positive where side b has more, negative where side a has. Signs alone, or signed ranks. */
  scores: readonly number[]
  /** Scores are ranks. */
  ranked: boolean
  /** Multiplies the p-value for ranking: the lower, the sooner it is listed. Must not depend on which side is a. */
  weight: number
}

/** How often equal sides show as much: in this feature (`p`), and in any feature (`adjusted`). */
export interface FlipResult {
  p: number
  adjusted: number
}

/** With fewer differing pairs, a two-sided sign test cannot reach p = 0.05. */
export const fewestPairs = 6

/** How many sign flips are tried, including the actual one. */
const most = 2_000
/** A limit on the work, so that a comparison of thousands of conversations is evaluated within a second. */
const mostSteps = 1e8

/**
 * A permutation test over pairs. If the two sides of a pair are exchangeable, a coin toss decides which of them
 * is called a; whole pairs are flipped with all their turns and features, so dependence among features does no
 * harm. A feature's rarity is the p-value of its sign test (for times, of its signed-rank test), times its
 * weight; `adjusted` is how often flips make *any* feature as rare, stepping down from the rarest (P. Westfall
 * and S. Young, *Resampling-Based Multiple Testing*, 1993, algorithm 2.8). Among features with `adjusted` of at
 * most 5 %, the chance that even one is wrong is at most 5 %, whichever others really differ.
 */
export function flipTest(features: readonly FlipFeature[], level: number): FlipResult[] {
  const units = new Map<number, number>()
  for (const { units: own } of features) for (const unit of own) if (!units.has(unit)) units.set(unit, units.size)
  const ready = features.map((feature) => prepare(feature, units))
  const alone = ready.map((feature) => feature.chance(sumOf(feature, null)))
  if (alone.every((p) => p > level)) return alone.map((p) => ({ p, adjusted: 1 })) // none is rare even by itself
  const weighted = alone.map((p, index) => p * (features[index]?.weight ?? 1))
  const order = weighted.map((_, index) => index).sort((one, other) => (weighted[one] ?? 1) - (weighted[other] ?? 1))
  const counts = new Array<number>(features.length).fill(1)
  const steps = ready.reduce((sum, feature) => sum + feature.places.length, 0)
  const flips = Math.max(200, Math.min(most, Math.floor(mostSteps / Math.max(1, steps))))
  const signs = new Int8Array(units.size)
  const toss = createTosses(0x5eed)
  const rarest = order[0] ?? 0
  // Once the rarest feature is too common, so are all others, and their exact values do not matter.
  for (let flip = 1; flip < flips && (counts[rarest] ?? 0) <= level * flips; flip += 1) {
    toss(signs)
    let least = Number.POSITIVE_INFINITY
    for (let place = order.length - 1; place >= 0; place -= 1) {
      const index = order[place] ?? 0
      const feature = ready[index]
      if (feature === undefined) continue
      least = Math.min(least, feature.chance(sumOf(feature, signs)) * feature.weight)
      if (least <= (weighted[index] ?? 1) * (1 + 1e-9)) counts[index] = (counts[index] ?? 0) + 1
    }
  }
  const results: FlipResult[] = alone.map((p) => ({ p, adjusted: 1 }))
  let greatest = 0
  for (const index of order) {
    greatest = Math.max(greatest, (counts[index] ?? flips) / flips)
    const result = results[index]
    if (result !== undefined) result.adjusted = greatest
  }
  return results
}

interface Ready {
  places: Int32Array
  scores: Float64Array
  weight: number
  /** How often coin tosses give a sum at least as far from 0. */
  chance(sum: number): number
}

function prepare({ units, scores, ranked, weight }: FlipFeature, placeByUnit: ReadonlyMap<number, number>): Ready {
  const places = Int32Array.from(units, (unit) => placeByUnit.get(unit) ?? 0)
  if (!ranked) {
    const tails = tailsOf(units.length)
    return { places, weight, scores: Float64Array.from(scores, Math.sign), chance: (sum) => tails[Math.abs(sum)] ?? 1 }
  }
  const spread = Math.sqrt(scores.reduce((total, score) => total + score ** 2, 0))
  return {
    places,
    weight,
    scores: Float64Array.from(scores),
    chance: (sum) => (spread === 0 ? 1 : beyond(sum / spread)),
  }
}

function sumOf({ places, scores }: Ready, signs: Int8Array | null): number {
  let sum = 0
  for (let index = 0; index < places.length; index += 1)
    sum += (scores[index] ?? 0) * (signs === null ? 1 : (signs[places[index] ?? 0] ?? 1))
  return sum
}

/** For each difference between heads and tails in so many tosses: the chance of at least that difference. */
const tailsOf = remembering<Float64Array, number>(mostSteps, (tosses) => {
  const chances = [...binomialChances(tosses, 0.5)]
  const tails = new Float64Array(tosses + 1)
  let total = 0
  for (let heads = 0; heads * 2 <= tosses; heads += 1) {
    total += chances[heads] ?? 0
    tails[tosses - 2 * heads] = Math.min(1, 2 * total)
  }
  return tails
})

/** The two-sided tail of the normal distribution beyond `z` deviations (Abramowitz and Stegun 26.2.17). */
export function beyond(z: number): number {
  const x = Math.abs(z)
  const t = 1 / (1 + 0.2316419 * x)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(1, (2 * series * Math.exp(-(x ** 2) / 2)) / Math.sqrt(2 * Math.PI))
}

/** Fills an array with 1 and -1 from a fixed seed (mulberry32), so that figures are the same each time. */
function createTosses(seed: number): (signs: Int8Array) => void {
  let state = seed
  return (signs) => {
    let bits = 0
    for (let index = 0; index < signs.length; index += 1) {
      if (index % 32 === 0) {
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        bits = mixed ^ (mixed >>> 14)
      }
      signs[index] = bits & 1 ? 1 : -1
      bits >>>= 1
    }
  }
}

/** Signed ranks of differences: the smallest has rank 1, ties share a rank, and a difference of 0 has none. */
export function signedRanks(differences: readonly number[]): number[] {
  const order = differences
    .map((value, index) => ({ size: Math.abs(value), index }))
    .filter(({ size }) => size > 0)
    .sort((one, other) => one.size - other.size)
  const ranks = new Array<number>(differences.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (order[to + 1]?.size === order[from]?.size) to += 1
    for (let place = from; place <= to; place += 1) {
      const index = order[place]?.index ?? 0
      ranks[index] = Math.sign(differences[index] ?? 0) * ((from + to) / 2 + 1)
    }
    from = to + 1
  }
  return ranks
}
