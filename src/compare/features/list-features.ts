import { binomialAtMost } from '../../base/binomial.ts'
import {
  type Aspect,
  type AspectSeen,
  featureLevels,
  type ListedFeature,
  type SeenAt,
} from '../model/feature-evidence.ts'
import { medianDifference, passInterval } from '../statistics/intervals.ts'
import { describeFeature } from './describe-feature.ts'
import { type CameUp, surpriseOf } from './disagreement.ts'
import { type FlipFeature, fewestPairs, flipTest, signedRanks } from './flip-test.ts'
import { keyOfAspect } from './read-aspects.ts'

/** What the first pairs of one conversation show. */
export interface SeenConversation {
  id: string
  aspects: readonly AspectSeen[]
}

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
    listed: order(dropTwins(found, pooled)).map((told, _, all) => describe(told, all, ids)),
  }
}

/** A pair of runs by its conversation, and the first turn in which a side has more; of times it has no turn. */
interface UnitSeen {
  unit: number
  conversation: number
  turn: number | null
}

/** One value of an aspect, or a time, over all conversations. */
interface Pooled {
  aspect: Aspect
  key: string
  value: string | null
  test: FlipFeature
  /** Where each side has more of it. */
  where: Record<'a' | 'b', UnitSeen[]>
  both: number
  /** How it came up in each conversation. */
  came: CameUp[]
  pairs: number
  times: { a: number; b: number }[]
  judges: { decided: number; seen: number; error: number | null }
}

interface Found {
  feature: Pooled
  result: { p: number; adjusted: number }
  /** The side that has more of it. */
  more: 'a' | 'b'
}

/** Pairs of one conversation are as many units of their own, numbered from here on. */
const unitsEach = 100_000

function poolFeatures(conversations: readonly SeenConversation[]): Pooled[] {
  const pooled = new Map<string, Pooled>()
  const pairsOf = new Map<string, number>()
  const judgesOf = new Map<string, Pooled['judges']>()
  for (const [conversation, { aspects }] of conversations.entries()) {
    for (const { level, tool, name, pairs, values, times = [], judges } of aspects) {
      const aspect: Aspect = { level, ...(tool === undefined ? {} : { tool }), ...(name === undefined ? {} : { name }) }
      const key = keyOfAspect(aspect)
      pairsOf.set(key, (pairsOf.get(key) ?? 0) + pairs)
      const known = judgesOf.get(key) ?? { decided: 0, seen: 0, error: 0 }
      if (judges !== undefined) judgesOf.set(key, addJudges(known, judges))
      const unitOf = (pair: number): number => conversation * unitsEach + pair
      const at = (seen: readonly SeenAt[]): UnitSeen[] =>
        seen.map(([pair, turn]) => ({ unit: unitOf(pair), conversation, turn }))
      for (const { value, both, a, b, byChance } of values) {
        const feature = poolOf(pooled, aspect, key, value)
        feature.both += both
        feature.came.push({ pairs, differ: a.length + b.length, byChance })
        feature.where.a.push(...at(a))
        feature.where.b.push(...at(b))
      }
      if (times.length === 0) continue
      const feature = poolOf(pooled, aspect, key, null)
      for (const [pair, a, b] of times) {
        feature.times.push({ a, b })
        const side = a === b ? null : a > b ? 'a' : 'b'
        if (side !== null) feature.where[side].push({ unit: unitOf(pair), conversation, turn: null })
      }
      feature.test = addTimes(feature.test, times, unitOf)
    }
  }
  return [...pooled.values()].map((feature) => ({
    ...feature,
    pairs: pairsOf.get(feature.key) ?? 0,
    judges: judgesOf.get(feature.key) ?? feature.judges,
    test: feature.value === null ? rank(feature.test) : signsOf(feature),
  }))
}

function poolOf(pooled: Map<string, Pooled>, aspect: Aspect, key: string, value: string | null): Pooled {
  const own = `${key} ${value === null ? '' : `= ${value}`}`
  const known = pooled.get(own) ?? {
    ...{ aspect, key, value, both: 0, came: [], pairs: 0, times: [] },
    test: { units: [], scores: [], ranked: value === null, weight: 1 },
    where: { a: [], b: [] },
    judges: { decided: 0, seen: 0, error: 0 },
  }
  pooled.set(own, known)
  return known
}

function addJudges(one: Pooled['judges'], other: Pooled['judges']): Pooled['judges'] {
  return {
    decided: one.decided + other.decided,
    seen: one.seen + other.seen,
    error: one.error === null || other.error === null ? null : Math.max(one.error, other.error),
  }
}

function signsOf({ where: { a, b }, came }: Pooled): FlipFeature {
  return {
    units: [...a, ...b].map(({ unit }) => unit),
    scores: [...a.map(() => -1), ...b.map(() => 1)],
    ranked: false,
    weight: surpriseOf(came),
  }
}

/** Times have no value that comes or not; this is what features weigh that come and go by chance. */
const timeWeight = 0.5

/** Times of different conversations are held against each other as ratios. */
function addTimes(
  { units, scores }: FlipFeature,
  times: NonNullable<AspectSeen['times']>,
  unitOf: (pair: number) => number,
): FlipFeature {
  return {
    units: [...units, ...times.map(([pair]) => unitOf(pair))],
    scores: [...scores, ...times.map(([, a, b]) => Math.log((b + 1) / (a + 1)))],
    ranked: true,
    weight: timeWeight,
  }
}

function rank({ units, scores }: FlipFeature): FlipFeature {
  return { units, scores: signedRanks(scores), ranked: true, weight: timeWeight }
}

/** Whether a feature beyond chance is worth telling: a time by its size, a criterion where its judge's error is no explanation. */
function isTold({ times, judges: { decided, seen, error } }: Pooled): boolean {
  if (times.length > 0) {
    const { difference } = timesOf(times)
    return Math.abs(difference) >= Math.max(leastMs, leastShare * middle(times.map(({ a }) => a)))
  }
  if (error === null || error === 0 || decided === 0) return true
  return 1 - binomialAtMost(decided - 1, seen, Math.min(error, 0.999)) <= alpha
}

function timesOf(times: Pooled['times']): { difference: number; interval: [from: number, to: number] | null } {
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

/** Features of which none says again what another one of the same aspect says: b has the new value where a has the old one. */
function dropTwins(found: readonly Found[], pooled: readonly Pooled[]): ToldFeature[] {
  const kept: ToldFeature[] = []
  const rarest = found.toSorted(
    (one, other) =>
      one.result.adjusted - other.result.adjusted ||
      one.result.p - other.result.p ||
      (one.more === 'b' ? 0 : 1) - (other.more === 'b' ? 0 : 1),
  )
  for (const one of rarest) {
    const turns = new Map(one.feature.where[one.more].map(({ unit, turn }) => [unit, turn]))
    const isTwin = kept.some(
      ({ feature, turns: others }) => feature.key === one.feature.key && shareIn([...turns.keys()], others) >= 0.5,
    )
    if (!isTwin) kept.push({ ...one, turns, other: otherValue(one, turns, pooled), after: null })
  }
  return kept
}

interface ToldFeature extends Found {
  /** The first turn in which it is seen, by unit. */
  turns: ReadonlyMap<number, number | null>
  /** What the other side usually has where this one has the value. */
  other: string
  /** What comes before it in the same pairs. */
  after: ToldFeature | null
}

function shareIn(units: readonly number[], others: ReadonlyMap<number, unknown>): number {
  return units.filter((unit) => others.has(unit)).length / Math.max(1, units.length)
}

/** Levels whose values may be anything, so that the other side may have another one each time. */
const free: ReadonlySet<string> = new Set(['arguments', 'outputs', 'order', 'items'])

function otherValue({ feature, more }: Found, own: ReadonlyMap<number, unknown>, pooled: readonly Pooled[]): string {
  const side = more === 'a' ? 'b' : 'a'
  const [first, second] = pooled
    .filter(({ key, value }) => key === feature.key && value !== feature.value)
    .map(({ value, where }) => ({ value, count: where[side].filter(({ unit }) => own.has(unit)).length }))
    .sort((one, other) => other.count - one.count)
  const isUsual = first !== undefined && (second === undefined || first.count * 2 >= own.size)
  return isUsual || !free.has(feature.aspect.level) ? (first?.value ?? '') : 'something else'
}

/** The share of its pairs in which something else must come first for a feature to be told after it. */
const leastAfter = 0.8

/** Causes, those seen in most pairs first, each with what may follow from it. */
function order(told: readonly ToldFeature[]): ToldFeature[] {
  const byRank = told.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || other.turns.size - one.turns.size || one.result.p - other.result.p,
  )
  for (const each of byRank) each.after = byRank.find((other) => other !== each && comesBefore(other, each)) ?? null
  const causes = byRank
    .filter(({ after }) => after === null)
    .sort((one, other) => Number(isTime(one)) - Number(isTime(other)) || other.turns.size - one.turns.size)
  const withRest = (one: ToldFeature): ToldFeature[] => [
    one,
    ...byRank.filter(({ after }) => after === one).flatMap(withRest),
  ]
  return causes.flatMap(withRest)
}

/** Whether something is nearly always seen in an earlier turn, or in the same turn at a level that others follow from. */
function comesBefore(one: ToldFeature, other: ToldFeature): boolean {
  if (isTime(one) || isTime(other)) return false
  const earlier = [...other.turns].filter(([unit, turn]) => {
    const before = one.turns.get(unit)
    return before != null && turn !== null && (before < turn || (before === turn && rankOf(one) < rankOf(other)))
  })
  return earlier.length >= leastAfter * other.turns.size
}

function isTime({ feature }: Found): boolean {
  return feature.aspect.level === 'latency'
}

function rankOf({ feature }: Found): number {
  return featureLevels.indexOf(feature.aspect.level)
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
function conversationsOf({ where }: Pooled, more: 'a' | 'b'): number[] {
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
