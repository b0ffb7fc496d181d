import { runPool } from '../../engine/run/pool.ts'
import { sharedId } from '../../engine/verdict/conversation-result.ts'
import { type Plan, runsAlone } from '../../suite/plan/plan.ts'
import type { Lanes } from '../../wire/client/pace/pace.ts'
import { type CommitHistory, findCommit, probeCommits } from './commit-history.ts'
import { findBreak, type KnownVersions, type SearchEnds } from './find-break.ts'
import { attemptsOf, type Observation, openLedger, rateOf } from './ledger.ts'
import { type ProbeContext, probePlan } from './probe-plan.ts'
import type { BisectOutcome, BisectResult, ConversationBisection, Suspect, VersionTally } from './result.ts'
import { breakSentence, nameVersion } from './write-sentence.ts'

/** The settings of a bisection, over version numbers of a service or over commits. */
export type BisectSettings = Omit<ProbeContext, 'client'> &
  ({ range: SearchEnds; client: ProbeContext['client'] } | { range: CommitHistory }) & {
    repeat: number
    concurrency: number | Lanes
    target: string
    tableread: string
    /** Published numbers by agent, where the service lists them. */
    published: ReadonlyMap<string, number>
    listen: (event: BisectEvent) => void
  }

export type BisectEvent =
  | { kind: 'attempt'; plan: Plan; version: string; observation: Observation }
  | { kind: 'conversation done'; conversation: ConversationBisection }

/** Finds each conversation's first bad version; those of one agent share what they learn. Does not reject. */
export async function performBisection(plans: readonly Plan[], settings: BisectSettings): Promise<BisectResult> {
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const agents = new Map<string, KnownVersions>()
  const done = new Map<Plan, ConversationBisection>()
  const search = async (plan: Plan): Promise<void> => {
    const agent = plan.agent.value
    const knownVersions = agents.get(agent) ?? { missing: new Map(), newest: settings.published.get(agent) ?? null }
    agents.set(agent, knownVersions)
    const conversation = await bisectOne(plan, knownVersions, settings)
    done.set(plan, conversation)
    settings.listen({ kind: 'conversation done', conversation })
  }
  await runPool(plans, settings.concurrency, search, { alone: runsAlone })
  const conversations = plans.flatMap((plan) => done.get(plan) ?? [])
  const { tableread, target, range, repeat } = settings
  return {
    ...{ kind: 'bisection', schemaVersion: 1, tableread, startedAt, ms: performance.now() - began, target },
    ...{ good: String(range.good), bad: String(range.bad), repeat },
    turns: conversations.reduce((sum, { turns }) => sum + turns, 0),
    conversations,
  }
}

async function bisectOne(
  plan: Plan,
  knownVersions: KnownVersions,
  settings: BisectSettings,
): Promise<ConversationBisection> {
  const { repeat, listen } = settings
  const commits = 'client' in settings ? null : settings.range
  const probe = 'client' in settings ? probePlan(plan, settings) : probeCommits(plan, settings, settings.range)
  const ledger = openLedger(async (version) => {
    const observation = await probe(version)
    listen({ kind: 'attempt', plan, version, observation })
    return observation
  }, knownVersions.missing)
  const search = { repeat, known: knownVersions }
  const { outcome, order, notes } =
    'client' in settings
      ? { outcome: await findBreak(ledger, { ...settings.range, ...search }), order: null, notes: [] }
      : await findCommit(ledger, settings.range, search)
  const rank = (version: string): number =>
    order?.indexOf(version) ?? (version === 'draft' ? Number.POSITIVE_INFINITY : Number(version))
  const versions = [...ledger.tallies.values()].sort((a, b) => rank(a.version) - rank(b.version))
  const missing = missingBetween(outcome, knownVersions, rank)
  const { file, suite, conversation, agent } = plan
  const skipped = commits === null ? [] : missing
  const suspectOf = (version: string): Suspect => {
    return { version, skipped: knownVersions.missing.get(version) ?? null, ...(commits as CommitHistory).tell(version) }
  }
  return {
    ...{ id: sharedId(plan), file, at: conversation.at, suite, name: conversation.name.value },
    agent: agent.value,
    outcome,
    sentence: breakSentence(conversation.name.value, outcome, ledger.tallies, knownVersions.missing, skipped),
    versions,
    missing,
    ...(commits === null || outcome.kind !== 'found' ? {} : { suspects: [...missing, outcome.first].map(suspectOf) }),
    warnings: [...findContradictions(outcome, versions), ...notes],
    turns: ledger.turns(),
  }
}

/** Versions that would have been candidates for the first bad one, had they existed. */
function missingBetween(
  outcome: BisectOutcome,
  { missing }: KnownVersions,
  rank: (version: string) => number,
): string[] {
  if (outcome.kind !== 'found' || outcome.first === 'draft') return []
  const [before, first] = [rank(outcome.before), rank(outcome.first)]
  const between = [...missing.keys()].filter((version) => rank(version) > before && rank(version) < first)
  return between.sort((a, b) => rank(a) - rank(b))
}

/** Versions (in order) that contradict a single, lasting break: one passes after it, or fails before it. */
export function findContradictions(outcome: BisectOutcome, versions: readonly VersionTally[]): string[] {
  if (outcome.kind !== 'found') return []
  const at = versions.findIndex(({ version }) => version === outcome.first)
  const middle = (rateOf(versions.slice(0, at), 1) + rateOf(versions.slice(at), 1)) / 2
  return versions.flatMap((tally, index) => {
    const rate = tally.passed / attemptsOf(tally)
    const tallyText = `${nameVersion(tally.version)} (${tally.passed} of ${attemptsOf(tally)})`
    if (index > at && rate > middle)
      return [`${tallyText} passes after ${nameVersion(outcome.first)}: it broke more than once, or another way`]
    return index < at && rate < middle
      ? [`${tallyText} fails before ${nameVersion(outcome.first)}: it may have broken earlier too`]
      : []
  })
}
