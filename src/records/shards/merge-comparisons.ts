import type { Comparison } from '../../compare/comparison.ts'
import type { NoiseFloor } from '../../compare/model/noise-floor.ts'
import { leftOutMember } from '../../engine/coverage/left-out.ts'
import { checkShards } from './check-shards.ts'
import { inOrder, mergeProblems, mergeTargets, spanOf } from './in-order.ts'
import { mergeCoverage } from './merge-coverage.ts'
import type { Merged, Part } from './part.ts'

/** The combined content of the shards of a comparison, before anything is concluded over all conversations. */
export type GatheredComparison = Omit<Comparison, 'sentence' | 'totals' | 'passed' | 'gate' | 'shard'>

/**
 * Merges the comparisons of all shards. The verdict on a conversation depends on the others (Holm's correction, the
 * gate, the sentence), so `recall` concludes anew over all of them, in the order of the whole comparison.
 */
export function mergeComparisons(
  parts: readonly Part<Comparison>[],
  recall: (gathered: GatheredComparison) => Comparison,
): Merged<Comparison> {
  const checked = checkShards(parts)
  if (!checked.ok) return checked
  const results = checked.result.map(({ result }) => result)
  const [first] = results
  if (first === undefined)
    return { ok: false, message: 'there is nothing to merge', hint: 'name the result of each shard' }
  const targets = { a: first.sides.a.target, b: first.sides.b.target }
  for (const side of ['a', 'b'] as const) {
    const merged = mergeTargets(checked.result.map(({ file, result }) => ({ file, target: result.sides[side].target })))
    if (!merged.ok) return merged
    targets[side] = merged.result
  }
  const other = checked.result.find(({ result }) => settingsOf(result) !== settingsOf(first))
  if (other !== undefined)
    return {
      ok: false,
      message: `${checked.result[0]?.file} and ${other.file} compare different sides or at different levels`,
      hint: 'run every shard with the same sides and flags',
    }
  const merged = inOrder(checked.result, (result) => result.conversations)
  if (!merged.ok) return merged
  const agents = new Map(results.flatMap((result) => result.agents.map((agent) => [agent.agent, agent])))
  const gathered: GatheredComparison = {
    kind: 'comparison',
    schemaVersion: 1,
    tableread: first.tableread,
    ...spanOf(results),
    sides: { a: { ...first.sides.a, target: targets.a }, b: { ...first.sides.b, target: targets.b } },
    alpha: first.alpha,
    looks: Math.max(...results.map(({ looks }) => looks ?? 1)),
    calibration: first.calibration,
    noise: mergeNoise(results.flatMap(({ noise }) => noise ?? [])),
    turns: results.reduce((sum, { turns }) => sum + turns, 0),
    agents: [...agents.values()].sort((a, b) => (a.agent < b.agent ? -1 : 1)),
    coverage: {
      a: mergeCoverage(results.map(({ coverage }) => coverage.a)),
      b: mergeCoverage(results.map(({ coverage }) => coverage.b)),
    },
    problems: mergeProblems(results),
    conversations: merged.result,
    ...leftOutMember(Math.max(...results.map(({ leftOutByOnly }) => leftOutByOnly ?? 0))),
  }
  return { ok: true, result: recall(gathered) }
}

function settingsOf({ sides, alpha, calibration }: Comparison): string {
  const side = ({ label, agent, version }: Comparison['sides']['a']): unknown => [label, agent, version]
  return JSON.stringify([side(sides.a), side(sides.b), alpha, calibration])
}

/** Quartiles of parts cannot be merged exactly, so the widest span of all shards is used. */
function mergeNoise(parts: readonly NoiseFloor[]): NoiseFloor | null {
  if (parts.length === 0) return null
  const spans = parts.flatMap(({ turnMs }) => (turnMs === null ? [] : [turnMs]))
  return {
    pairs: parts.reduce((sum, { pairs }) => sum + pairs, 0),
    discordant: parts.reduce((sum, { discordant }) => sum + discordant, 0),
    conversations: parts.flatMap(({ conversations }) => conversations),
    turnMs:
      spans.length === 0 ? null : [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))],
    measuredAt:
      parts
        .map(({ measuredAt }) => measuredAt)
        .sort()
        .at(-1) ?? '',
  }
}
