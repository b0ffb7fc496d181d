import type { Plan } from '../../suite/plan/plan.ts'
import type { Client } from '../../wire/client/client.ts'
import { findBreak, type ListedVersions, type SearchSettings } from './find-break.ts'
import type { VersionLedger, VersionProbe } from './ledger.ts'
import { type ProbeContext, probePlan } from './probe-plan.ts'
import type { BisectOutcome, CommitTold } from './result.ts'

/** The commits between two revisions, by short id, and how to play them. */
export interface CommitHistory extends ListedVersions {
  /** The ends as reports name them: `v1.4.0 (abc1234)`. */
  good: string
  bad: string
  /** The service of a commit, and the version under which an agent is played there; or why it cannot be played. */
  play(version: string, agent: string): Promise<{ client: Client; version: string } | { reason: string }>
  /** The lines that a merge brought in beside `before`, each from its fork point up to the merge. */
  merged(merge: string, before: string): string[][]
  tell(version: string): CommitTold
}

export function probeCommits(
  plan: Plan,
  context: Omit<ProbeContext, 'client'>,
  history: Pick<CommitHistory, 'play'>,
): VersionProbe {
  return async (commit) => {
    if (context.signal.aborted) return { kind: 'interrupted', turns: 0 }
    const played = await history.play(commit, plan.agent.value)
    if ('reason' in played) return { kind: 'missing', reason: played.reason, turns: 0 }
    return probePlan(plan, { ...context, client: played.client })(played.version)
  }
}

interface Searched {
  outcome: BisectOutcome
  /** All commits that may have been tried, in order. */
  order: string[]
  /** What could not be determined. */
  notes: string[]
}

/** The first commit on which the conversation fails, also among those that a merge brought in. Does not reject. */
export async function findCommit(
  ledger: VersionLedger,
  history: Pick<CommitHistory, 'versions' | 'merged'>,
  search: Pick<SearchSettings, 'repeat' | 'known'>,
): Promise<Searched> {
  const order = [...history.versions]
  let outcome = await findBreak(ledger, { versions: history.versions, ...search })
  const done = (notes: string[] = []): Searched => ({ outcome, order, notes })
  while (outcome.kind === 'found') {
    const { first, before, confidence } = outcome
    const between = order.slice(order.indexOf(before) + 1, order.indexOf(first))
    if (between.length > 0) return done()
    let deeper: BisectOutcome | undefined
    for (const line of history.merged(first, before)) {
      order.splice(order.indexOf(first), 0, ...line.filter((commit) => !order.includes(commit)))
      const within = await findBreak(ledger, { versions: line, ...search })
      if (within.kind === 'interrupted') return { outcome: within, order, notes: [] }
      if (within.kind === 'errored' || within.kind === 'unsafe')
        return done([`the commits that ${first} merged could not be judged: ${within.reason}`])
      if (within.kind === 'found') deeper = { ...within, confidence: within.confidence * confidence }
      if (deeper !== undefined) break
    }
    if (deeper === undefined) return done()
    outcome = deeper
  }
  return done()
}
