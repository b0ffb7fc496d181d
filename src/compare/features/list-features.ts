import { binomialAtMost } from '../../base/binomial.ts'
import type { ListedFeature } from '../model/feature-evidence.ts'
import { medianDifference, passInterval } from '../statistics/intervals.ts'
import { describeFeature } from './describe-feature.ts'
import { fewestPairs, flipTest } from './flip-test.ts'
import { dropTwins, type Found, orderFeatures, type ToldFeature } from './order-features.ts'
import { type PooledFeature, poolFeatures, type SeenConversation } from './pool-features.ts'

/** How often, at most, anything is listed that equal sides show. */
const alpha = 0.05

/** A time must differ by this much to be told of: a share of what it was, and milliseconds. */
const [leastShare, leastMs] = [0.05, 10]

/** What is listed, and how many features it was chosen from. */
interface Listed {
  tested: number
  listed: ListedFeature[]
}

/**
 * The features that differ beyond chance, of one kind over all conversations together: causes first, and after each what may
 * follow from it.
 */
export function listFeatures(conversations: readonly SeenConversation[]): Listed {
  const pooled = poolFeatures(conversations)
  const features = pooled.filter(({ test }) => test.units.length >= fewestPairs)
  const results = flipTest(
    features.map(({ test }) => test),
    alpha,
  )
  const found = features.flatMap((feature, index): Found[] => {
    const result = results[index]
    const sum = feature.test.scores.reduce((total, score) => total + score, 0)
    if (result === undefined || result.adjusted > alpha || !isTold(feature)) return []
    return [{ feature, result, more: sum > 0 ? 'b' : 'a' }]
  })
  const ids = conversations.map(({ id }) => id)
  return {
    tested: features.length,
    listed: orderFeatures(dropTwins(found, pooled)).map((told, _, all) => describe(told, all, ids)),
  }
}

/** Whether a feature beyond chance is worth telling: a time by its size, a criterion where its judge's error is no explanation. */
function isTold({ times, judges: { decided, seen, error } }: PooledFeature): boolean {
  if (times.length > 0) {
    const { difference } = timesOf(times)
    return (
      isInBothOrders(times) && Math.abs(difference) >= Math.max(leastMs, leastShare * middle(times.map(({ a }) => a)))
    )
  }
  if (error === null || error === 0 || decided === 0) return true
  return 1 - binomialAtMost(decided - 1, seen, Math.min(error, 0.999)) <= alpha
}

/** Whether b takes longer, or less, both where it runs first and where it runs second: else it may be the place that does it. */
function isInBothOrders(times: PooledFeature['times']): boolean {
  const [one, other] = (['a', 'b'] as const).map((side) => {
    const some = times.filter(({ first }) => first === side)
    return some.length === 0 ? 0 : timesOf(some).difference
  })
  return (one ?? 0) * (other ?? 0) > 0
}

function timesOf(times: PooledFeature['times']): { difference: number; interval: [from: number, to: number] | null } {
  const found = medianDifference(
    times.map(({ a }) => a),
    times.map(({ b }) => b),
  )
  return { difference: found.difference ?? 0, interval: found.interval }
}

function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (index: number): number => sorted[index] ?? 0
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2
}

function describe(told: ToldFeature, all: readonly ToldFeature[], ids: readonly string[]): ListedFeature {
  const { feature, more, other, result, after } = told
  const { aspect, value, where, both, pairs, times } = feature
  const shown = value === 'further' && aspect.level === 'turns' ? '' : other
  const [onlyA, onlyB] = [where.a.length, where.b.length]
  const common = {
    ...aspect,
    value,
    conversations: conversationsOf(feature, more).flatMap((index) => ids[index] ?? []),
    turn: value === null ? null : mostOften([...told.turns.values()].flatMap((turn) => turn ?? [])),
    pairs,
    ...result,
    ...(after === null ? {} : { after: all.indexOf(after) }),
  }
  if (value === null) {
    const [a, b] = [middle(times.map((time) => time.a)), middle(times.map((time) => time.b))]
    const { difference, interval } = timesOf(times)
    return { ...common, text: describeFeature(aspect, '0', String(difference)), a, b, interval }
  }
  const text = more === 'b' ? describeFeature(aspect, shown, value) : describeFeature(aspect, value, shown)
  const [hasA, hasB] = [both + onlyA, both + onlyB]
  if (more === 'b') return { ...common, text, a: hasA, b: hasB, interval: shareInterval(pairs, both, onlyA, onlyB) }
  // What b does is to leave it, so that pairs without it are counted.
  const without = pairs - both - onlyA - onlyB
  return { ...common, text, a: pairs - hasA, b: pairs - hasB, interval: shareInterval(pairs, without, onlyB, onlyA) }
}

function shareInterval(pairs: number, both: number, onlyA: number, onlyB: number): [from: number, to: number] {
  return passInterval({ pairs, bothPassed: both, onlyA, onlyB, neitherPassed: pairs - both - onlyA - onlyB })
}

/** The conversations in which the side has more of it, those with most pairs first. */
function conversationsOf({ where }: PooledFeature, more: 'a' | 'b'): number[] {
  const net = new Map<number, number>()
  for (const side of ['a', 'b'] as const)
    for (const { conversation } of where[side])
      net.set(conversation, (net.get(conversation) ?? 0) + (side === more ? 1 : -1))
  return [...net]
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([conversation]) => conversation)
}

function mostOften(turns: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1)
  return [...counts].sort(([one, times], [other, more]) => more - times || one - other)[0]?.[0] ?? null
}
