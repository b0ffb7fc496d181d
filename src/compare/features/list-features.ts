import { binomialAtMost } from '../../base/binomial.ts'
import type { FeatureLevel, ListedFeature } from '../model/feature-evidence.ts'
import { medianDifference, passInterval } from '../statistics/intervals.ts'
import { describeFeature, describeHowOften } from './describe-feature.ts'
import { fewestPairs, flipTest } from './flip-test.ts'
import { dropTwins, type Found, orderFeatures, type ToldFeature } from './order-features.ts'
import { type PooledFeature, poolFeatures, type SeenConversation } from './pool-features.ts'
import { keyOfAspect } from './read-aspects.ts'

/** How often, at most, anything is listed that equal sides show. */
const alpha = 0.05

/** A time must differ by this much to be told of: a share of what it was, and milliseconds. */
const [leastShare, leastMs] = [0.05, 10]

/** What is listed, and how many features it was chosen from. */
interface Listed {
  tested: number
  listed: ListedFeature[]
  /** What b does in each, without how often: as each conversation tells it of itself. */
  texts: string[]
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
  const told = orderFeatures(dropTwins(found, pooled)).map((each, _, all) => describe(each, all, conversations))
  return { tested: features.length, listed: told.map(({ listed }) => listed), texts: told.map(({ text }) => text) }
}

/**
 * What stands for nothing of the kind, at the levels of which a pair says nothing where neither side has any: it counts as a pair in which both
 * have none.
 */
const nothing: Partial<Record<FeatureLevel, string>> = { calls: '0', items: '', laws: 'held' }

/** Seen in this share of the pairs of its conversations, and never on the other side, something is done; else it is done more often. */
const nearlyAlways = 0.9

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

function describe(
  told: ToldFeature,
  all: readonly ToldFeature[],
  conversations: readonly SeenConversation[],
): { listed: ListedFeature; text: string } {
  const { feature, more, other, result, after } = told
  const { aspect, value, where, times } = feature
  const shown = value === 'further' && aspect.level === 'turns' ? '' : other
  const [onlyA, onlyB] = [where.a.length, where.b.length]
  const none = nothing[aspect.level]
  const pairsOf = (some: readonly SeenConversation[]): number =>
    some.reduce((sum, each) => sum + pairsIn(each, none === undefined ? feature.key : null), 0)
  const pairs = pairsOf(conversations)
  const both = feature.both + (value === none ? pairs - feature.pairs : 0)
  const seenIn = conversationsOf(feature, more).flatMap((index) => conversations[index] ?? [])
  const common = {
    ...aspect,
    value,
    conversations: seenIn.map(({ id }) => id),
    turn: value === null ? null : mostOften([...told.turns.values()].flatMap((turn) => turn ?? [])),
    pairs,
    ...result,
    ...(after === null ? {} : { after: all.indexOf(after) }),
  }
  if (value === null) {
    const [a, b] = [middle(times.map((time) => time.a)), middle(times.map((time) => time.b))]
    const { difference, interval } = timesOf(times)
    const text = describeFeature(aspect, '0', String(difference))
    return { listed: { ...common, text, a, b, interval }, text }
  }
  const [was, is] = more === 'b' ? [shown, value] : [value, shown]
  // What b does where a has more of it is to leave it, so that pairs without it are counted.
  const without = pairs - both - onlyA - onlyB
  const [alike, ofA, ofB] = more === 'b' ? [both, onlyA, onlyB] : [without, onlyB, onlyA]
  const isDone = alike + ofA === 0 && ofB >= nearlyAlways * pairsOf(seenIn)
  const text = describeFeature(aspect, was, is)
  const listed = {
    ...common,
    text: isDone ? text : describeHowOften(aspect, was, is),
    ...{ a: alike + ofA, b: alike + ofB, interval: shareInterval(pairs, alike, ofA, ofB) },
  }
  return { listed, text }
}

/** In how many pairs of a conversation an aspect could be looked at; in how many anything could, where no aspect is named. */
function pairsIn({ aspects }: SeenConversation, key: string | null): number {
  const some = key === null ? aspects : aspects.filter((each) => keyOfAspect(each) === key)
  return Math.max(0, ...some.map(({ pairs }) => pairs))
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
