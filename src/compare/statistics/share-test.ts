import { binomialAtMost, binomialChances } from '../../base/binomial.ts'

/** How many of the runs did something: on the trusted side (including earlier runs) and on the other side. */
export interface TwoShares {
  base: { count: number; of: number }
  other: { count: number; of: number }
}

const chanceByKey = new Map<string, number>()

/**
 * The one-sided exact test of two independent shares: how often, at most, runs of one agent show so much more
 * on the other side, whatever its true share. Outcomes are ordered by Fisher's exact test, and the level is
 * unconditional, so it is never above Fisher's (R. Boschloo, Statistica Neerlandica 24, 1970).
 */
export function shareTest({ base, other }: TwoShares): number {
  if (other.count === 0 || other.of === 0 || base.count * other.of >= other.count * base.of) return 1
  const key = `${base.count} ${base.of} ${other.count} ${other.of}`
  const chance = chanceByKey.get(key) ?? greatestChance({ base, other })
  chanceByKey.set(key, chance)
  return chance
}

/** The chance that `shareTest` gives `level` or less, given the total of runs of both sides that did it. */
export function chanceToReach(level: number, { base, other }: TwoShares): number {
  const [total, all] = [base.count + other.count, base.of + other.of]
  let reached = 0
  for (let count = Math.min(total, other.of); count * all > total * other.of; count -= 1) {
    if (total - count > base.of) break
    const split = { base: { count: total - count, of: base.of }, other: { count, of: other.of } }
    if (shareTest(split) > level) break
    reached = fisher(split)
  }
  return reached
}

/** Fisher's exact test: the chance that at least this many of all runs that did it are on the other side. */
export function fisher({ base, other }: TwoShares): number {
  const total = base.count + other.count
  let sum = 0
  for (let count = other.count; count <= Math.min(total, other.of); count += 1) {
    if (total - count > base.of) continue
    sum += Math.exp(choices(other.of, count) + choices(base.of, total - count) - choices(base.of + other.of, total))
  }
  return Math.min(1, sum)
}

const logs: number[] = [0, 0]

function choices(of: number, count: number): number {
  for (let next = logs.length; next <= of; next += 1) logs[next] = (logs[next - 1] ?? 0) + Math.log(next)
  return (logs[of] ?? 0) - (logs[count] ?? 0) - (logs[of - count] ?? 0)
}

/** Grid search for the worst share: so many values, even in log odds, then closer ones around the worst. */
const [tries, closer] = [60, 12]

/** Shares that all runs rule out at this level are skipped, and the chance that one is true is added instead. */
const unlikely = 0.0005

function greatestChance(shares: TwoShares): number {
  const most = mostOnBase(shares)
  const chanceAt = (odds: number): number => {
    const share = 1 / (1 + Math.exp(-odds))
    return isPossible(share, shares) ? chanceOf(most, shares, share) : 0
  }
  const step = 14 / tries
  let best = { odds: 0, chance: 0 }
  for (let odds = -10; odds <= 4; odds += step) {
    const chance = chanceAt(odds)
    if (chance > best.chance) best = { odds, chance }
  }
  let width = step
  for (let round = 0; round < closer; round += 1) {
    width /= 1.6
    for (const odds of [best.odds - width, best.odds + width]) {
      const chance = chanceAt(odds)
      if (chance > best.chance) best = { odds, chance }
    }
  }
  return Number(Math.min(1, best.chance + unlikely).toPrecision(10))
}

function isPossible(share: number, { base, other }: TwoShares): boolean {
  const [count, of] = [base.count + other.count, base.of + other.of]
  return (
    binomialAtMost(count, of, share) > unlikely / 2 &&
    (count === 0 || 1 - binomialAtMost(count - 1, of, share) > unlikely / 2)
  )
}

/** For each count on the other side, the highest on the base that Fisher puts no higher than the observed; -1: none. */
function mostOnBase(shares: TwoShares): number[] {
  const level = fisher(shares) * (1 + 1e-9)
  const [n, m] = [shares.base.of, shares.other.of]
  let most = -1
  return Array.from({ length: m + 1 }, (_, count) => {
    while (most < n && fisher({ base: { count: most + 1, of: n }, other: { count, of: m } }) <= level) most += 1
    return most
  })
}

function chanceOf(most: readonly number[], { base, other }: TwoShares, share: number): number {
  const upTo: number[] = []
  let total = 0
  for (const chance of binomialChances(base.of, share)) {
    total += chance
    upTo.push(total)
  }
  let sum = 0
  let count = 0
  for (const chance of binomialChances(other.of, share)) {
    sum += chance * (upTo[most[count] ?? -1] ?? 0)
    count += 1
  }
  return sum
}
