import { type PairCounts, pairedTest, signTest } from './paired-test.ts'
import { chanceToReach, fisher, shareTest, type TwoShares } from './share-test.ts'
import type { NewFailures } from './statistics-shape.ts'

export type { NewFailures } from './statistics-shape.ts'

/** `count` of `of` runs. */
export interface Share {
  count: number
  of: number
}

/** How often the runs of one conversation fail in one way, on both sides and in earlier runs of the trusted one. */
export interface WayOfFailing {
  /** The conversation, by its id. */
  id: string
  /** Where and how, in a few words: `turn 2: no call of cancel_order`. */
  way: string
  a: Share
  b: Share
  /** Null where there are no earlier runs. */
  earlier: Share | null
}

/** A way of failing more frequent on b, and how often equal sides show one like it anywhere. */
export interface NewFailure extends WayOfFailing {
  /** How often, at most, equal sides show so much more of this one on b. */
  p: number
  /** The same for any way of failing in any conversation. */
  adjusted: number
}

/** b must also look worse by this comparison alone, at this level; where a got worse, earlier runs do not count. */
const ownLevel = 0.1

/** Earlier runs go where a fails more in any one way (level), or deviates in all (deviations): it may be drift. */
const [inAnyWay, asAWhole] = [0.05, 0.7]

/**
 * The ways of failing that are more frequent on b. Each is tested separately (`shareTest`) and corrected for
 * all the others: not by their number, since most are too rare to reach a small p-value by chance, but by how
 * often each of the others would reach it (R. Tarone, Biometrics 46, 1990). That follows from the totals of
 * their runs, without looking at which side they fell on.
 */
export function findNewFailures(ways: readonly WayOfFailing[], level: number): NewFailures {
  const agreed = agreeing(ways)
  const shares = agreed.map(({ a, b, earlier }): TwoShares => {
    return { base: { count: a.count + (earlier?.count ?? 0), of: a.of + (earlier?.of ?? 0) }, other: b }
  })
  const takenCount = agreed.filter(({ earlier }) => earlier !== null).length
  const earlierCount = ways.filter(({ earlier }) => earlier !== null).length
  const failures = agreed
    .flatMap((way, index): NewFailure[] => {
      const own = shares[index]
      if (own === undefined || fisher({ base: way.a, other: way.b }) > ownLevel) return []
      const p = shareTest(own)
      if (p > level) return []
      let adjusted = p
      for (const [other, each] of shares.entries()) if (other !== index) adjusted += chanceToReach(p, each)
      return [{ ...way, p, adjusted: Math.min(1, adjusted) }]
    })
    .toSorted((one, other) => one.adjusted - other.adjusted || one.p - other.p)
  return {
    level,
    ways: ways.length,
    earlier: { counted: takenCount, leftOut: earlierCount - takenCount },
    found: failures,
  }
}

/** Drops the earlier runs of ways in which a no longer agrees with them, or of all where it disagrees as a whole. */
function agreeing(ways: readonly WayOfFailing[]): WayOfFailing[] {
  const whole = deviation(ways)
  const worst = Math.min(
    1,
    ...ways.map(({ a, earlier }) => (earlier === null ? 1 : fisher({ base: earlier, other: a }))),
  )
  return ways.map((way) => {
    const { a, earlier } = way
    if (earlier === null) return way
    const more = fisher({ base: earlier, other: a })
    return Math.abs(whole) > asAWhole || worst <= inAnyWay || more <= ownLevel ? { ...way, earlier: null } : way
  })
}

/** By how many standard deviations a fails more often than in its earlier runs (Mantel and Haenszel). */
function deviation(ways: readonly WayOfFailing[]): number {
  let [difference, variance] = [0, 0]
  for (const { a, earlier } of ways) {
    if (earlier === null || earlier.of === 0 || a.of === 0) continue
    const [all, failed] = [a.of + earlier.of, a.count + earlier.count]
    difference += a.count - (failed * a.of) / all
    variance += (failed * (all - failed) * a.of * earlier.of) / (all ** 2 * Math.max(1, all - 1))
  }
  return variance === 0 ? 0 : difference / Math.sqrt(variance)
}

/** How often equal sides are called regressed by pairs alone; near never where few differ, which leaves the level. */
export function chanceOfRegression(conversations: readonly PairCounts[], alpha: number): number {
  const isSure = (pairs: number, worse: number, differing: number): boolean =>
    pairedTest({ pairs, onlyA: worse, onlyB: differing - worse }) * conversations.length <= alpha
  let total = 0
  for (const { pairs, onlyA, onlyB } of conversations) {
    const differing = onlyA + onlyB
    let least = differing + 1
    while ((least - 1) * 2 > differing && isSure(pairs, least - 1, differing)) least -= 1
    if (least <= differing) total += signTest(differing - least, least)
  }
  return total
}
