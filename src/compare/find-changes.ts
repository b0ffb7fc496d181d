import { mostFrequent } from '../base/group-by.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { findShared } from './diff/bind-names.ts'
import { type Feature, type Features, isSentUntil } from './features/collect-features.ts'
import { chooseChanged, type FeatureSeries } from './features/distance/choose-changed.ts'
import { createFeatureReader, type ReadFeatures } from './features/feature-reader.ts'
import { changeLevels } from './model/comparison-words.ts'
import type { TurnChange } from './model/turn-comparison.ts'

/** What differs beyond how each side differs from itself (`chooseChanged`), gravest first, b compared with a. */
export function findChanges(
  a: readonly ConversationResult[],
  b: readonly ConversationResult[],
  read: ReadFeatures = createFeatureReader(),
): TurnChange[] {
  if (a.length === 0 || b.length === 0) return []
  const shared = findShared(a, b)
  const runs = [...a, ...b].map((run) => read(run, shared))
  const changed = chooseChanged(observe(runs), a.length)
  const roots = changed.filter(({ feature }) => !changed.some((other) => follows(feature, other.feature)))
  const inTurns = roots
    .sort((x, y) => rank(x.feature) - rank(y.feature) || x.feature.turn - y.feature.turn)
    .map(({ feature, values }) => {
      const line = feature.describe(usual(values.slice(0, a.length)), usual(values.slice(a.length)))
      return { level: feature.level, text: feature.level === 'turns' ? line : `turn ${feature.turn + 1}: ${line}` }
    })
  const tools = roots.flatMap(({ feature }) => (feature.level === 'calls' ? (feature.tool ?? []) : []))
  return [...callsInAnyTurn(runs, a.length, tools), ...inTurns]
}

/** With this many runs on each side, equal sides part in a call by chance in at most 3 of 100 comparisons. */
const enoughRuns = 4

/** Tools that every run of one side calls in any turn, and none of the other; not where a turn shows it already. */
function callsInAnyTurn(runs: readonly Features[], size: number, toolNames: readonly string[]): TurnChange[] {
  if (size < enoughRuns || runs.length - size < enoughRuns) return []
  const called = runs.map(
    (run) =>
      new Set([...run.values()].flatMap(({ feature }) => (feature.level === 'calls' ? (feature.tool ?? []) : []))),
  )
  const [onA, onB] = [called.slice(0, size), called.slice(size)]
  return [...new Set(called.flatMap((tools) => [...tools]))].sort().flatMap((tool): TurnChange[] => {
    const [a, b] = [onA, onB].map((side) => side.filter((tools) => tools.has(tool)).length)
    const isNew = a === 0 && b === onB.length
    if (!isNew && !(a === size && b === 0)) return []
    if (toolNames.includes(tool)) return []
    const [ofA, ofB] = [runs.slice(0, size), runs.slice(size)]
    const first = firstCalls(isNew ? ofB : ofA, tool)
    if (!(isNew ? ofA : ofB).every((run) => isSentUntil(run, Math.max(...first)))) return []
    return [{ level: 'calls', text: `${tool} is ${isNew ? 'now' : 'no longer'} called, ${describePlace(first)}` }]
  })
}

function firstCalls(runs: readonly Features[], tool: string): number[] {
  return runs.map((run) => {
    const turns = [...run.values()].flatMap(({ feature }) =>
      feature.level === 'calls' && feature.tool === tool ? [feature.turn] : [],
    )
    return Math.min(...turns)
  })
}

/** The turn in which most runs do something, or that it varies. */
function describePlace(turns: readonly number[]): string {
  const most = turns.find((turn) => 2 * turns.filter((each) => each === turn).length > turns.length)
  return most === undefined ? 'in varying turns' : `mostly in turn ${most + 1}`
}

/** Every feature that occurs in any run, with its values over all runs. */
function observe(runs: readonly Features[]): (FeatureSeries & { feature: Feature })[] {
  const features = new Map(runs.flatMap((run) => [...run].map(([key, { feature }]) => [key, feature])))
  return [...features].map(([key, feature]) => {
    const { requires, absent, graded, turn } = feature
    const values = runs.map((run) => {
      const own = run.get(key)
      if (own !== undefined) return own.value
      const isLookedAt = requires === null || (run.has(requires) && run.get(requires)?.value !== null)
      return isLookedAt ? absent : null
    })
    return { feature, graded, turn, values }
  })
}

/** Whether a difference is implied by another: order by calls, an output by calls or arguments. */
function follows({ level, turn, tool }: Feature, other: Feature): boolean {
  if (turn !== other.turn) return false
  if (level === 'order') return other.level === 'calls'
  return level === 'outputs' && tool === other.tool && (other.level === 'calls' || other.level === 'arguments')
}

const rank = ({ level }: Feature): number => changeLevels.indexOf(level)

/** The most frequent value; of equally frequent ones, the first. */
function usual(values: readonly (string | null)[]): string {
  return mostFrequent(values.filter((value) => value !== null)) ?? ''
}
