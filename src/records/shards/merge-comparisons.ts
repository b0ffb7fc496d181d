import { knownMembers } from '../../base/json/known-members.ts'
import { decideVerdict, reasonsFor, variesIn } from '../../compare/compare-conversation.ts'
import type { Comparison } from '../../compare/comparison.ts'
import { concludeComparison } from '../../compare/conclude-comparison.ts'
import { describeOutcome } from '../../compare/describe-outcome.ts'
import { type GatePolicy, withSmallestDrop } from '../../compare/gate/gate-policy.ts'
import { afterLook } from '../../compare/model/after-look.ts'
import { evidenceOf, type NoiseFloor } from '../../compare/model/comparison-verdict.ts'
import { judgedPairs } from '../../compare/pairing.ts'
import type { ReviewEntry } from '../../compare/review/settle-reviews.ts'
import { callVerdicts } from '../../compare/statistics/call-verdicts.ts'
import { pairsWithLost } from '../../compare/statistics/lost-runs.ts'
import { calledTools } from '../../engine/coverage/coverage.ts'
import { leftOutMember } from '../../engine/verdict/part-of-run.ts'
import { warningsMember } from '../../engine/verdict/warnings.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import { mergeCoverage } from './merge-runs.ts'
import {
  checkShards,
  inOrder,
  type MergeOutcome,
  mergeProblems,
  mergeTargets,
  missingMember,
  refuse,
  type ShardResult,
  spanOf,
} from './parts.ts'

/** The combined content of the shards of a comparison, before anything is concluded over all conversations. */
type GatheredComparison = Omit<
  Comparison,
  'sentence' | 'totals' | 'passed' | 'features' | 'likely' | 'gate' | 'shard' | 'deep' | 'stale'
>

/** Merges all shards' comparisons; `recall` concludes anew over all, since verdicts depend on each other. */
export function mergeComparisons(
  parts: readonly ShardResult<Comparison>[],
  recall: (gathered: GatheredComparison) => Comparison,
  reasons?: readonly string[],
): MergeOutcome<Comparison> {
  const checked = checkShards(parts)
  if (!checked.ok) return checked
  const results = checked.result.map(({ result }) => result)
  const [first] = results
  if (first === undefined) return refuse('there is nothing to merge', 'name the result of each shard')
  const targets = { a: first.sides.a.target, b: first.sides.b.target }
  for (const side of ['a', 'b'] as const) {
    const merged = mergeTargets(checked.result.map(({ file, result }) => ({ file, target: result.sides[side].target })))
    if (!merged.ok) return merged
    targets[side] = merged.result
  }
  const other = checked.result.find(({ result }) => settingsOf(result) !== settingsOf(first))
  if (other !== undefined)
    return refuse(
      `${checked.result[0]?.file} and ${other.file} compare different sides or at different levels`,
      'run every shard with the same sides and flags',
    )
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
    ...knownMembers({ smallestDrop: first.smallestDrop, quick: first.quick }),
    looks: Math.max(...results.map(({ looks }) => looks ?? 1)),
    calibration: first.calibration,
    noise: mergeNoise(results.flatMap(({ noise }) => noise ?? [])),
    turns: results.reduce((sum, { turns }) => sum + turns, 0),
    agents: [...agents.values()].sort((a, b) => (a.agent < b.agent ? -1 : 1)),
    coverage: {
      a: mergeCoverage(results.map(({ coverage }) => coverage.a)),
      b: mergeCoverage(results.map(({ coverage }) => coverage.b)),
    },
    ...mergeUsage(results, 'usage'),
    ...mergeUsage(results, 'judging'),
    problems: mergeProblems(results),
    conversations: merged.result,
    ...mergeSkipped(results),
    ...(first.changed === undefined ? {} : { changed: first.changed }),
    ...missingMember(checked.result, reasons),
    ...leftOutMember(Math.max(...results.map(({ leftOutByOnly }) => leftOutByOnly ?? 0))),
    ...warningsMember(results, calledTools(...results.flatMap(({ coverage }) => [coverage.a, coverage.b]))),
  }
  return { ok: true, result: recall(gathered) }
}

function mergeUsage(
  results: readonly Comparison[],
  key: 'usage' | 'judging',
): Partial<Pick<Comparison, 'usage' | 'judging'>> {
  const parts = results.flatMap((result) => result[key] ?? [])
  if (parts.length === 0) return {}
  return { [key]: { a: sumUsage(parts.flatMap(({ a }) => a)), b: sumUsage(parts.flatMap(({ b }) => b)) } }
}

/** Every shard lists all skipped conversations; one knows what those of new agents did. */
function mergeSkipped(results: readonly Comparison[]): Pick<Comparison, 'skipped'> {
  const listed = results.flatMap(({ skipped = [] }) => skipped)
  const all = [...listed, ...listed.filter(({ alone }) => alone !== undefined)]
  if (all.length === 0) return {}
  return { skipped: [...new Map(all.map((each) => [`${each.file}:${each.line} ${each.name}`, each])).values()] }
}

function settingsOf({ sides, alpha, smallestDrop, calibration, quick }: Comparison): string {
  const side = ({ label, agent, version }: Comparison['sides']['a']): unknown => [label, agent, version]
  return JSON.stringify([side(sides.a), side(sides.b), alpha, smallestDrop, calibration, quick !== undefined])
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

/** Concludes anew over all shards' conversations: Holm's correction, verdicts, the gate, and the sentence. */
export function recallComparison(
  gathered: GatheredComparison,
  configured: GatePolicy,
  reviews: readonly ReviewEntry[] = [],
): Comparison {
  const { sides, alpha, calibration, noise } = gathered
  const labels = { a: sides.a.label, b: sides.b.label }
  const noisy = new Set(noise?.conversations)
  const policy = withSmallestDrop(configured, gathered.smallestDrop)
  const { smallestDrop: smallest } = policy
  const telling = smallest === null ? null : { smallest, conversations: gathered.conversations.length, alpha }
  const called = callVerdicts(
    gathered.conversations.map(({ id, look, judges = null, ...each }) => {
      const runs = afterLook(each.runs, look)
      return { id, pairs: judgedPairs(runs.a, runs.b), withLost: pairsWithLost(runs), judges }
    }),
    { alpha, noise: calibration ? null : noise, looks: gathered.looks ?? 1 },
  )
  const conversations = gathered.conversations.flatMap((conversation, index) => {
    const verdict = called[index]
    if (verdict === undefined) return []
    const changed = conversation.changes.length > 0
    const varies = variesIn(conversation.runs)
    const decision = decideVerdict(verdict, { noisy: noisy.has(conversation.id), changed, varies })
    const pairCount = conversation.evidence?.asked ?? conversation.runs.a.length
    const evidence = evidenceOf(verdict.pass?.pairs ?? 0, pairCount, policy.judgedPairs)
    const own = { ...decision, runs: conversation.runs, pass: verdict.pass, evidence }
    const reason = describeOutcome(own, labels, reasonsFor(verdict, decision, conversation.judges ?? null, telling))
    return [{ ...conversation, ...own, reason }]
  })
  const calibrate = calibration ? 'only' : noise === null ? 'no' : 'floor'
  const settings = { ...gathered, calibrate, policy, quick: gathered.quick !== undefined, reviews } as const
  return concludeComparison({ ...gathered, conversations, settings })
}
