import { hasMembers, insistKind } from '../base/json/insist-kind.ts'
import { knownMembers } from '../base/json/known-members.ts'
import { count, percent } from '../base/text/wording.ts'
import { calledTools, createCoverage } from '../engine/coverage/coverage.ts'
import { percentile } from '../engine/expect/latency.ts'
import type { PerformContext } from '../engine/perform/perform.ts'
import { type ConversationResult, turnTime } from '../engine/verdict/conversation-result.ts'
import type { LawContext } from '../engine/verdict/laws/laws-not-judged.ts'
import { gatherCalls, warningsMember } from '../engine/verdict/warnings.ts'
import type { Problem } from '../suite/yaml/problem.ts'
import { sumUsage, type Usage } from '../wire/api/usage.ts'
import { compareConversation } from './compare-conversation.ts'
import type { Comparison } from './comparison.ts'
import { type ComparisonFacts, concludeComparison } from './conclude-comparison.ts'
import { withTakenUp } from './describe-taken-up.ts'
import { afterLook } from './model/after-look.ts'
import type { NoiseFloor } from './model/comparison-verdict.ts'
import { isWhole, type SideKey } from './model/conversation-comparison.ts'
import { type ConversationRuns, judgedPairs, type Pairing, turnsSent, withCallsOfAll } from './pairing.ts'
import { performAlone } from './perform-alone.ts'
import { type ComparisonSettings, runRounds } from './run-rounds.ts'
import { callVerdicts } from './statistics/call-verdicts.ts'
import { judgeEvidence } from './statistics/judge-error.ts'
import { pairsWithLost } from './statistics/lost-runs.ts'
import { planPairs, usualRate } from './statistics/pairs-needed.ts'
import { findHidden } from './take-up.ts'

/** Runs every conversation on both sides, paired and interleaved, and reports what differs. Does not reject. */
export async function performComparison(
  pairings: readonly Pairing[],
  settings: ComparisonSettings,
): Promise<Comparison> {
  const arePaired = Array.isArray(pairings) && pairings.every((each) => hasMembers(each, 'plans'))
  insistKind(arePaired, 'performComparison takes a list of what pairPlans gives', pairings)
  const isWhole = hasMembers(settings, 'sides', 'contexts', 'listen')
  insistKind(isWhole, 'performComparison takes settings with sides, contexts and listen', settings)
  const { sides, contexts, calibrate, listen, signal } = settings
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  listen({ kind: 'begun', sides, conversations: pairings.length, ...plannedIn(pairings, settings) })
  const { alone, turns } = await performAlone(settings.alone ?? [], settings)
  const { all, looks, tests } = await runRounds(pairings, {
    ...settings,
    sides: contexts,
    calibrate: calibrate === 'floor',
    heard: (side, result, pairing) => listen({ kind: 'run done', pairing, side, result }),
  })
  const noise = measureNoise(all, startedAt, calibrate === 'only')
  const problems = [...settings.problems]
  const coverage = { a: coverageOf(all, 'a', settings, problems), b: coverageOf(all, 'b', settings, problems) }
  const ms = performance.now() - began
  const lawsOn = ({ reconcile, functions }: PerformContext): LawContext => ({
    reconcile,
    knowsBlueprint: (agent) => functions?.has(agent) === true,
  })
  const laws = { a: lawsOn(contexts.a), b: lawsOn(contexts.b) }
  const deep = settings.deep === true ? { deep: tests } : {}
  const skipped = [...(settings.skipped ?? []), ...alone]
  const facts = { settings: { ...settings, problems, skipped }, startedAt, ms, looks, ...deep, noise, coverage, laws }
  const compared = compareRuns(all, facts)
  const comparison = { ...compared, turns: compared.turns + turns }
  listen({ kind: 'done', comparison, interrupted: signal?.aborted === true })
  return comparison
}

/** What a quick comparison cannot see, by the table `quick` of docs/measurements-comparison.md. */
const whatQuickMisses =
  '--quick: one pair of each, more only where that differs. It sees what always breaks, and misses most of what breaks now and then (docs/compare-flags.md#--quick)'

/** What the first pairs can detect of the smallest drop that matters, where one is configured. */
function plannedIn(
  pairings: readonly Pairing[],
  { alpha, policy: { smallestDrop }, quick }: ComparisonSettings,
): { sees?: string } {
  if (quick === true) return { sees: whatQuickMisses }
  if (smallestDrop === null || smallestDrop > usualRate || pairings.length === 0) return {}
  const pairs = Math.min(...pairings.map((each) => each.pairs))
  const { chance, enough } = planPairs(smallestDrop, pairs, { conversations: pairings.length, alpha })
  const need = enough === null ? 'not even a thousand pairs make' : `${count(enough, 'pair')} make`
  const [drop, share] = [percent(smallestDrop), percent(Math.round(chance * 100) / 100)]
  return {
    sees: `${count(pairs, 'pair')} see a drop of ${drop} from 95 % in one of ${count(pairings.length, 'conversation')} with ${share} by its pass rate; ${need} it 80 %`,
  }
}

/** Evaluates runs that took place: the verdict on each conversation, and the gate over all of them. */
export function compareRuns(
  performed: readonly ConversationRuns[],
  facts: Omit<ComparisonFacts, 'conversations' | 'turns' | 'usage' | 'judging' | 'warnings'> & {
    laws: Record<SideKey, LawContext>
  },
): Comparison {
  const all = withCallsOfAll(performed)
  const { settings, noise, looks = 1, deep, laws } = facts
  const { sides, alpha, calibrate, policy } = settings
  const called = callVerdicts(
    all.map(({ pairing, look, ...runs }) => {
      const { a, b } = afterLook(runs, look)
      return {
        ...{ id: pairing.id, pairs: judgedPairs(a, b), withLost: pairsWithLost({ a, b }) },
        judges: judgeEvidence(a, b),
      }
    }),
    { alpha, noise: calibrate === 'floor' ? noise : null, looks, tests: deep ?? 0 },
  )
  const labels = { a: sides.a.label, b: sides.b.label }
  const context = {
    labels,
    noisy: new Set(noise?.conversations),
    judgedPairs: policy.judgedPairs,
    telling:
      policy.smallestDrop === null
        ? null
        : { smallest: policy.smallestDrop, conversations: Math.max(all.length, deep ?? 0), alpha },
    ...(settings.earlier === undefined ? {} : { earlier: settings.earlier }),
    quick: settings.quick === true,
    changedSince: settings.changedSince ?? (() => null),
    laws,
  }
  const compared = all.flatMap((runs, index) => {
    const verdict = called[index]
    if (verdict === undefined) return []
    const hidden = deep === undefined ? findHidden(runs, policy.judgedPairs) : runs.hidden
    return [compareConversation({ ...runs, ...knownMembers({ hidden }) }, verdict, context)]
  })
  const conversations = deep === undefined ? compared : withTakenUp(compared, labels)
  const turns = all.reduce((sum, runs) => sum + turnsSent(runs), 0)
  const runs = all.flatMap(({ a, b, again }) => [...a, ...b, ...again])
  const calls = gatherCalls()
  if (runs.some(({ warnings }) => warnings !== undefined)) for (const run of runs) calls.add(run)
  const warnings = [...runs, { warnings: [...(settings.goneConversations ?? [])] }]
  const warned = warningsMember(warnings, calledTools(facts.coverage.a, facts.coverage.b), calls.read())
  return concludeComparison({ ...facts, conversations, turns, ...takenBy(all), ...warned })
}

function takenBy(all: readonly ConversationRuns[]): Pick<Comparison, 'usage' | 'judging'> {
  const runs = { a: all.flatMap(({ a, again }) => [...a, ...again]), b: all.flatMap(({ b }) => b) }
  const sum = (of: 'usage' | 'judging'): Record<SideKey, Usage[]> | null => {
    const [a, b] = [runs.a, runs.b].map((own) => sumUsage(own.flatMap((run) => run[of] ?? []))) as [Usage[], Usage[]]
    return a.length + b.length === 0 ? null : { a, b }
  }
  return knownMembers({ usage: sum('usage'), judging: sum('judging') })
}

function coverageOf(
  all: readonly ConversationRuns[],
  side: SideKey,
  { contexts }: ComparisonSettings,
  problems: Problem[],
): Comparison['coverage']['a'] {
  const count = createCoverage(contexts[side].functions)
  const whole = all.filter(({ pairing }) => isWhole(pairing)) // a history shows nothing of a side
  for (const runs of whole) for (const run of runs[side]) problems.push(...count.add(run, runs.pairing.plans[side]))
  return count.read()
}

/** How much side a differed from itself, by the runs for that, or b's where it `isOwn` version; null without any. */
function measureNoise(runs: readonly ConversationRuns[], measuredAt: string, isOwn: boolean): NoiseFloor | null {
  const all = isOwn ? runs.map((each) => ({ ...each, again: each.b })) : runs
  if (all.every(({ again }) => again.length === 0)) return null
  const pairCounts = all.map(({ pairing, a, again }) => {
    const pairs = judgedPairs(a, again)
    return { id: pairing.id, pairs: pairs.length, discordant: pairs.filter(([one, other]) => one !== other).length }
  })
  const differences = all.flatMap(({ a, again }) => a.flatMap((run, index) => turnDifferences(run, again[index])))
  const [from, to] = [percentile(differences, 0.25), percentile(differences, 0.75)]
  return {
    pairs: pairCounts.reduce((sum, { pairs }) => sum + pairs, 0),
    discordant: pairCounts.reduce((sum, { discordant }) => sum + discordant, 0),
    conversations: pairCounts.filter(({ discordant }) => discordant > 0).map(({ id }) => id),
    turnMs: from === null || to === null ? null : [from, to],
    measuredAt,
  }
}

/** By how many milliseconds each turn of the second run took longer than the same turn of the first. */
function turnDifferences(first: ConversationResult, second: ConversationResult | undefined): number[] {
  return first.turns.flatMap((turn, index) => {
    const same = second?.turns[index]
    const [one, other] = [turnTime(turn), same === undefined ? null : turnTime(same)]
    return one === null || other === null ? [] : [other - one]
  })
}
