import type { Aspect, AspectSeen, SeenAt, TimesSeen } from '../model/feature-evidence.ts'
import { type CameUp, surpriseOf } from './disagreement.ts'
import { type FlipFeature, signedRanks } from './flip-test.ts'
import type { HadBy } from './had-by.ts'
import { absentOf, keyOfAspect } from './read-aspects.ts'

export interface SeenConversation {
  id: string
  aspects: readonly AspectSeen[]
}

/** A pair of runs with its conversation, and the first turn in which a side has more; null for times. */
interface UnitSeen {
  unit: number
  conversation: number
  turn: number | null
}

/** One value of an aspect, or one kind of time, over all conversations. */
export interface PooledFeature {
  aspect: Aspect
  key: string
  value: string | null
  test: FlipFeature
  /** Where each side has more of it. */
  where: Record<'a' | 'b', UnitSeen[]>
  /** In how many pairs each side has it at all, by conversation; those in which no run has it are left out. */
  had: Map<number, HadBy>
  /** How it occurred in each conversation. */
  came: CameUp[]
  times: (TimesSeen & { unit: number })[]
  judges: { decided: number; seen: number; error: number | null }
}

/** Each pair is a unit; the units of a conversation are numbered in a range of this size. */
const unitsEach = 100_000

/** Pools what conversations show: each value of an aspect, and each kind of time, is one feature. */
export function poolFeatures(conversations: readonly SeenConversation[]): PooledFeature[] {
  const pooled = new Map<string, PooledFeature>()
  const judgesOf = new Map<string, PooledFeature['judges']>()
  for (const [conversation, { aspects }] of conversations.entries()) {
    for (const { level, tool, name, pairs, shown = pairs, values, times = [], judges } of aspects) {
      const aspect: Aspect = { level, ...(tool === undefined ? {} : { tool }), ...(name === undefined ? {} : { name }) }
      const key = keyOfAspect(aspect)
      const judgeError = judgesOf.get(key) ?? { decided: 0, seen: 0, error: 0 }
      if (judges !== undefined) judgesOf.set(key, addJudges(judgeError, judges))
      const unitOf = (pair: number): number => conversation * unitsEach + pair
      const at = (places: readonly SeenAt[]): UnitSeen[] =>
        places.map(([pair, turn]) => ({ unit: unitOf(pair), conversation, turn }))
      for (const { value, both, a, b, byChance, fewer: [fewerB, fewerA] = [0, 0] } of values) {
        const feature = poolOf(pooled, aspect, key, value)
        const neither = value === absentOf(aspect) ? pairs - shown : 0
        const had = { both: both + fewerB + fewerA + neither, onlyA: a.length - fewerB, onlyB: b.length - fewerA }
        feature.had.set(conversation, { pairs, ...had })
        feature.came.push({ pairs: shown, differ: a.length + b.length, byChance })
        feature.where.a.push(...at(a))
        feature.where.b.push(...at(b))
      }
      if (times.length === 0) continue
      const feature = poolOf(pooled, aspect, key, null)
      for (const time of times) {
        const { pair, a, b } = time
        feature.times.push({ ...time, unit: unitOf(pair) })
        const side = a === b ? null : a > b ? 'a' : 'b'
        if (side !== null) feature.where[side].push({ unit: unitOf(pair), conversation, turn: null })
      }
    }
  }
  return [...pooled.values()].map((feature) => ({
    ...feature,
    judges: judgesOf.get(feature.key) ?? feature.judges,
    test: feature.value === null ? ranksOf(feature) : signsOf(feature),
  }))
}

function poolOf(pooled: Map<string, PooledFeature>, aspect: Aspect, key: string, value: string | null): PooledFeature {
  const own = `${key} ${value === null ? '' : `= ${value}`}`
  const pool = pooled.get(own) ?? {
    ...{ aspect, key, value, had: new Map(), came: [], times: [] },
    test: { units: [], scores: [], ranked: value === null, weight: 1 },
    where: { a: [], b: [] },
    judges: { decided: 0, seen: 0, error: 0 },
  }
  pooled.set(own, pool)
  return pool
}

function addJudges(one: PooledFeature['judges'], other: PooledFeature['judges']): PooledFeature['judges'] {
  return {
    decided: one.decided + other.decided,
    seen: one.seen + other.seen,
    error: one.error === null || other.error === null ? null : Math.max(one.error, other.error),
  }
}

function signsOf({ where: { a, b }, came }: PooledFeature): FlipFeature {
  return {
    units: [...a, ...b].map(({ unit }) => unit),
    scores: [...a.map(() => -1), ...b.map(() => 1)],
    ranked: false,
    weight: surpriseOf(came),
  }
}

/** Times have no value that occurs or not; this is the weight of features that come and go by chance. */
const timeWeight = 0.5

/** Times of different conversations are compared as ratios. */
function ranksOf({ times }: PooledFeature): FlipFeature {
  return {
    units: times.map(({ unit }) => unit),
    scores: signedRanks(times.map(({ a, b }) => Math.log((b + 1) / (a + 1)))),
    ranked: true,
    weight: timeWeight,
  }
}
