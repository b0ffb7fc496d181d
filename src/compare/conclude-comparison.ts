import { knownMembers } from '../base/json/known-members.ts'
import { leftOutMember } from '../engine/verdict/part-of-run.ts'
import { isJudged } from '../engine/verdict/verdict.ts'
import { warningsMember } from '../engine/verdict/warnings.ts'
import type { Comparison, PassCount } from './comparison.ts'
import { concludeFeatures, pickDiffering } from './features/conclude-features.ts'
import type { ShutBy } from './features/describe-worse.ts'
import { findLikely } from './find-likely.ts'
import { judgeGate } from './gate/judge-gate.ts'
import { afterLook, firstRuns } from './model/after-look.ts'
import { comparisonVerdicts, evidenceOf } from './model/comparison-verdict.ts'
import { type ConversationComparison, isWhole, type SideKey } from './model/conversation-comparison.ts'
import { judgedPairs } from './pairing.ts'
import { describeStale, listStale, withReviews } from './review/settle-reviews.ts'
import type { ComparisonSettings } from './run-rounds.ts'
import { countLost } from './statistics/lost-runs.ts'
import { chanceOfRegression, findNewFailures, type NewFailures, type WayOfFailing } from './statistics/new-failures.ts'
import { countPairs, pairsForHardBreak } from './statistics/paired-test.ts'
import { type FirstPairs, poolPasses } from './statistics/pooled-drop.ts'
import { writeSentence } from './write-sentence.ts'

export interface ComparisonFacts
  extends Pick<
    Comparison,
    'startedAt' | 'ms' | 'noise' | 'turns' | 'coverage' | 'looks' | 'deep' | 'usage' | 'judging' | 'warnings'
  > {
  settings: Omit<ComparisonSettings, 'contexts' | 'concurrency' | 'confirm' | 'untilSure' | 'listen' | 'signal'>
  conversations: ConversationComparison[]
}

/** Computes totals, gate and sentence over the conversations, and orders them, the gravest first. */
export function concludeComparison(comparisonFacts: ComparisonFacts): Comparison {
  const { settings, conversations: compared, coverage, ...facts } = comparisonFacts
  const { sides, alpha, policy, smallestDrop, agents, problems, tableread } = settings
  const reviews = settings.reviews ?? []
  const conversations = settings.calibrate === 'only' ? compared : withReviews(compared, reviews)
  const isAll = settings.shard === undefined && settings.missingShards === undefined
  const stale = isAll ? listStale(conversations, reviews).filter(({ guards }) => guards !== true) : []
  const ordered = [...conversations].sort(
    (one, other) => comparisonVerdicts.indexOf(one.verdict) - comparisonVerdicts.indexOf(other.verdict),
  )
  const comparisons = ordered.filter(({ excused }) => excused === null)
  const [whole, wholeCounted] = [ordered.filter(isWhole), comparisons.filter(isWhole)]
  const calibration = settings.calibrate === 'only'
  const totals = Object.fromEntries(
    comparisonVerdicts.map((verdict) => [verdict, whole.filter((each) => each.verdict === verdict).length]),
  ) as Comparison['totals']
  const pairCount = ordered.reduce((sum, { evidence, runs }) => sum + (evidence?.asked ?? runs.a.length), 0)
  const floorEvidence =
    settings.calibrate === 'floor' ? evidenceOf(facts.noise?.pairs ?? 0, pairCount, policy.judgedPairs) : null
  const pooled = poolPasses(wholeCounted.filter((each) => !isSurelyWorse(each)).map(firstPairsOf))
  const newFailures =
    policy.newFailures === null
      ? null
      : newFailuresIn(wholeCounted, policy.newFailures, { alpha, looks: facts.looks ?? 1 })
  const baseline = sides.a.label
  const changed = settings.changed === undefined ? {} : { changed: settings.changed }
  const excused = ordered.filter((each) => each.excused !== null)
  const gate = judgeGate(policy, {
    conversations: comparisons,
    excused,
    coverage,
    pooled,
    newFailures,
    noise: floorEvidence,
    baseline,
    ...changed,
    missingShards: settings.missingShards,
    unread: [...new Set(problems.map(({ file }) => file))],
    agents,
    warnings: facts.warnings,
    alone: (settings.skipped ?? []).filter(({ alone }) => alone !== undefined),
  })
  const noise = settings.calibrate === 'floor' ? facts.noise : null
  const quick = settings.quick === true ? { quick: whole.filter(({ look = 0 }) => look === 0).length } : {}
  const failureIds = new Set(
    newFailures?.found.flatMap(({ id, adjusted }) => (adjusted <= newFailures.level ? id : [])),
  )
  const likely = calibration
    ? null
    : findLikely(
        wholeCounted.filter((each) => !failureIds.has(each.id)),
        { alpha, looks: facts.looks ?? 1, noise, label: sides.b.label },
      )
  const features = calibration ? undefined : concludeFeatures(whole, sides, shutBy(gate, newFailures))
  return {
    kind: 'comparison',
    schemaVersion: 1,
    tableread,
    startedAt: facts.startedAt,
    ms: facts.ms,
    sides,
    alpha,
    ...knownMembers({ smallestDrop, looks: facts.looks, ...quick, deep: facts.deep }),
    calibration,
    noise: facts.noise,
    sentence: writeSentence({
      ...{ sides, gate, totals, calibration, noise: facts.noise, conversations: ordered },
      ...{ ...quick, ...changed, skipped: [...(settings.skipped ?? [])] },
    }),
    totals,
    ...knownMembers({ pooled, newFailures, likely, features }),
    passed: { a: countPassed(whole, 'a'), b: countPassed(whole, 'b') },
    turns: facts.turns,
    gate,
    agents,
    coverage,
    problems: [...problems],
    ...knownMembers({ shard: settings.shard, missingShards: settings.missingShards }),
    ...leftOutMember(settings.leftOutByOnly ?? 0),
    ...warningsMember([facts]),
    ...(stale.length === 0 ? {} : { stale: stale.map(describeStale) }),
    ...(settings.skipped === undefined || settings.skipped.length === 0 ? {} : { skipped: [...settings.skipped] }),
    ...changed,
    ...knownMembers({ usage: facts.usage, judging: facts.judging }),
    conversations: settings.shard === undefined ? pickDiffering(ordered) : ordered,
  }
}

/** The broken gate rules that concern several conversations together, for the sentence on what changed. */
function shutBy(gate: Comparison['gate'], newFailures: NewFailures | null): ShutBy {
  const isBroken = (rule: string): boolean =>
    gate.rules.some(({ name, verdict }) => name === rule && verdict === 'broken')
  const sure = newFailures?.found.filter(({ adjusted }) => adjusted <= newFailures.level) ?? []
  return { newFailures: isBroken('new failures') ? sure : [], together: isBroken('all together') }
}

/** Whether it got worse by itself: the gate has rules for these alone, so they are left out of what is pooled. */
const isSurelyWorse = ({ verdict }: Pick<ConversationComparison, 'verdict'>): boolean => verdict === 'regressed'

/** The pairs whose number does not depend on which side did better; none where it cannot be compared. */
function firstPairsOf({ runs, firstPairs = 0, look = 0, judges, pass }: ConversationComparison): FirstPairs {
  const first = firstRuns(runs, pass === null ? 0 : firstPairs)
  const looked = firstRuns(first, look)
  const byJudges = looked.a.filter(
    ({ verdict }, at) => verdict === 'passed' && looked.b[at]?.verdict === 'failed' && !looked.b[at].way,
  ).length
  return { pairs: judgedPairs(first.a, first.b), byJudges: byJudges + (judges?.onlyA ?? 0) }
}

/** The first runs that a verdict rests on; none for a conversation that cannot be compared. */
function firstAfterLook({ runs, firstPairs = 0, look, pass }: ConversationComparison): ConversationComparison['runs'] {
  return afterLook(firstRuns(runs, pass === null ? 0 : firstPairs), look)
}

/** The share of `alpha` that calls on single conversations may spend; the rest is for all of them together. */
const mostOfAlpha = 0.7

/** How these fail, by first pairs. The level is shared with single calls, less what those may report by chance. */
function newFailuresIn(
  conversations: readonly ConversationComparison[],
  level: number,
  { alpha, looks }: { alpha: number; looks: number },
): NewFailures | null {
  const pairs = conversations.map((each) => {
    const { a, b } = firstAfterLook(each)
    return countPairs(judgedPairs(a, b))
  })
  const enough = pairsForHardBreak(alpha, conversations.length)
  const isComplete = looks === 1 && pairs.every((each) => each.pairs === 0 || each.pairs >= enough)
  const spent = isComplete ? chanceOfRegression(pairs, alpha) : alpha / 2
  const ways = conversations.filter((each) => !isSurelyWorse(each)).flatMap(waysOf)
  return ways.length === 0 ? null : findNewFailures(ways, Math.max(0, Math.min(level, mostOfAlpha * alpha) - spent))
}

/** How often a conversation fails in each way, in its first pairs and in earlier runs. */
function waysOf(conversation: ConversationComparison): WayOfFailing[] {
  const { id, pass, earlier } = conversation
  if (pass === null) return []
  const first = firstAfterLook(conversation)
  const a = first.a.filter(({ verdict }) => isJudged(verdict))
  const b = first.b.filter(({ verdict }) => isJudged(verdict))
  const ways = new Set([...a, ...b].flatMap(({ way }) => way ?? []))
  for (const way of Object.keys(earlier?.failed ?? {})) ways.add(way)
  const shareOf = (some: typeof a, way: string): WayOfFailing['a'] => ({
    count: some.filter((run) => run.way === way).length,
    of: some.length,
  })
  return [...ways].map((way) => ({
    id,
    way,
    a: shareOf(a, way),
    b: shareOf(b, way),
    earlier: earlier === undefined ? null : { count: earlier.failed[way] ?? 0, of: earlier.runs },
  }))
}

function countPassed(conversations: readonly ConversationComparison[], side: SideKey): PassCount {
  const judged = conversations.flatMap(({ runs }) => runs[side]).filter(({ verdict }) => isJudged(verdict))
  const lossCount = countLost(conversations).lost[side]
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length
  return { passed, judged: judged.length, ...(lossCount === 0 ? {} : { lost: lossCount }) }
}
