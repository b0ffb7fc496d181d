import { unique } from '../../base/group-by.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Alone, Pairing } from '../../compare/pairing.ts'
import { listNewer, type NewerAgentError } from '../agents/load-workspaces.ts'
import type { RunSettled } from '../config/settings.ts'
import type { ProjectSuites } from './open-run.ts'
import { toldNotRun } from './sides.ts'

/**
 * Sets aside the conversations of agents that the revision of side a does not have yet, to run on side b alone.
 * @throws NewerAgentError if nothing else is left, or side b has not the agent
 */
export async function withoutNewer(
  all: readonly Pairing[],
  settled: RunSettled,
  conceal: ProjectSuites['conceal'],
): Promise<{ pairings: readonly Pairing[]; alone: Alone[]; settled: RunSettled }> {
  const newer = await listNewer(settled.workspace, settled.revisions)
  const lackOf = ({ plans }: Pairing, side: SideKey): NewerAgentError | undefined =>
    newer.find(({ agent, label }) => plans[side].agent.value === agent && plans[side].version === label)
  const lacking = all.flatMap((pairing) => {
    const lack = lackOf(pairing, 'a')
    return lack === undefined ? [] : [{ pairing, lack }]
  })
  const [first] = lacking
  const lackOfB = all.flatMap((pairing) => lackOf(pairing, 'b') ?? [])[0]
  if (lackOfB !== undefined) throw lackOfB
  if (first !== undefined && lacking.length === all.length) throw first.lack
  const revisions = settled.revisions.map((revision) => ({
    ...revision,
    newer: unique(newer.flatMap(({ agent, label }) => (label === revision.label ? agent : []))),
  }))
  const alone = lacking.map(({ pairing, lack }) => ({
    pairing: { ...pairing, excused: conceal.rest(pairing.excused) },
    known: conceal.rest(toldNotRun(pairing.plans.b, lack.lack)),
  }))
  const pairings = all.filter((pairing) => lackOf(pairing, 'a') === undefined)
  return { pairings, alone, settled: { ...settled, revisions } }
}
