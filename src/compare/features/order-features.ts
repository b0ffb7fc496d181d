import { featureLevels } from '../model/comparison-words.ts'
import { addHad } from './had-by.ts'
import type { PooledFeature } from './pool-features.ts'
import { absentOf } from './read-aspects.ts'

export interface FeatureFinding {
  feature: PooledFeature
  result: { p: number; adjusted: number }
  /** The side that has more of it. */
  more: 'a' | 'b'
}

/** Drops features that repeat another feature of the same aspect: b has the new value where a has the old one. */
export function dropTwins(findings: readonly FeatureFinding[], pooled: readonly PooledFeature[]): ToldFeature[] {
  const features: ToldFeature[] = []
  const rarest = findings.toSorted(
    (one, other) =>
      one.result.adjusted - other.result.adjusted ||
      one.result.p - other.result.p ||
      Number(isAbsence(one)) - Number(isAbsence(other)) ||
      netAtAll(other) - netAtAll(one) ||
      (one.more === 'b' ? 0 : 1) - (other.more === 'b' ? 0 : 1),
  )
  for (const one of rarest) {
    const turns = new Map(one.feature.where[one.more].map(({ unit, turn }) => [unit, turn]))
    const isTwin = features.some(
      ({ feature, turns: others }) => feature.key === one.feature.key && shareIn([...turns.keys()], others) >= 0.5,
    )
    if (!isTwin) features.push({ ...one, turns, other: otherValue(one, turns, pooled), after: null })
  }
  return features
}

/** Something that is done is easier to read, and to count, than its absence. */
function isAbsence({ feature: { aspect, value } }: FeatureFinding): boolean {
  return value !== null && value === absentOf(aspect)
}

/** By how many more pairs one side has it at all while the other has it in no turn. */
function netAtAll({ feature: { had } }: FeatureFinding): number {
  const { onlyA, onlyB } = addHad([...had.values()])
  return Math.abs(onlyA - onlyB)
}

/** A feature as reported: which side has it in which turns, what the other has instead, what it may follow from. */
export interface ToldFeature extends FeatureFinding {
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

/** Levels whose values are arbitrary, so that the other side may have a different one each time. */
const free: ReadonlySet<string> = new Set(['arguments', 'outputs', 'order', 'items'])

/** The share of a feature's pairs in which the other side must have one value for it to be named as what it has instead. */
const leastUsual = 0.9

function otherValue(
  { feature, more }: FeatureFinding,
  own: ReadonlyMap<number, unknown>,
  pooled: readonly PooledFeature[],
): string {
  const side = more === 'a' ? 'b' : 'a'
  const [first, second] = pooled
    .filter(({ key, value }) => key === feature.key && value !== feature.value)
    .map(({ value, where }) => ({ value, count: where[side].filter(({ unit }) => own.has(unit)).length }))
    .sort((one, other) => other.count - one.count)
  const isUsual = first !== undefined && (second === undefined || first.count >= leastUsual * own.size)
  return isUsual || !free.has(feature.aspect.level) ? (first?.value ?? '') : 'something else'
}

/** The share of a feature's pairs in which another must come first for it to be listed as a consequence. */
const leastAfter = 0.8

/** Causes, those seen in most pairs first, each followed by what may follow from it. */
export function orderFeatures(features: readonly ToldFeature[]): ToldFeature[] {
  const byRank = features.toSorted(
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

/** Whether a feature nearly always comes in an earlier turn, or at a level of the turn that others follow from. */
function comesBefore(one: ToldFeature, other: ToldFeature): boolean {
  if (isTime(one) || isTime(other)) return false
  const earlier = [...other.turns].filter(([unit, turn]) => {
    const before = one.turns.get(unit)
    return before != null && turn !== null && (before < turn || (before === turn && rankOf(one) < rankOf(other)))
  })
  return earlier.length >= leastAfter * other.turns.size
}

const isTime = ({ feature }: FeatureFinding): boolean => feature.aspect.level === 'latency'

const rankOf = ({ feature }: FeatureFinding): number => featureLevels.indexOf(feature.aspect.level)
