import { compareBlueprints } from '../../../compare/blueprint/compare-blueprints.ts'
import { type BlueprintSources, seeBlueprint } from '../../../compare/blueprint/see-blueprint.ts'
import type { AgentDifference } from '../../../compare/model/agent-difference.ts'
import type { SideKey } from '../../../compare/model/side.ts'
import type { Pairing } from '../../../compare/pairing.ts'
import { keepBlueprint } from '../../../records/snapshots/keep-blueprint.ts'
import { readKeptBlueprint } from '../../../records/snapshots/read-kept-blueprint.ts'
import { localConfigs } from '../../project/local-configs.ts'
import type { OpenSides, SideService } from '../../project/open-sides.ts'
import { warn } from '../../project/print.ts'

/**
 * What differs between the agents of both sides: by the files of a local workspace, which know every version, or by what
 * the service lists and what was kept of it. What a service lists is kept under `snapshots/blueprints/` of the folder, so
 * that a later comparison can rest on it.
 */
export async function agentDifferences(
  pairings: readonly Pairing[],
  opened: OpenSides,
  folder: string,
): Promise<AgentDifference[]> {
  const a = await sourcesOf(opened.a, folder)
  const sources = { a, b: opened.a === opened.b ? a : await sourcesOf(opened.b, folder) }
  const seen = (pairing: Pairing, side: SideKey): ReturnType<typeof seeBlueprint> => {
    const { agent, version } = pairing.plans[side]
    return seeBlueprint(agent.value, version, sources[side])
  }
  const byAgents = new Map(pairings.map((pairing) => [titleOf(pairing), pairing]))
  return [...byAgents].map(([title, pairing]) => compareBlueprints(title, seen(pairing, 'a'), seen(pairing, 'b')))
}

function titleOf({ plans }: Pairing): string {
  const [a, b] = [plans.a.agent.value, plans.b.agent.value]
  return a === b ? a : `${a} and ${b}`
}

async function sourcesOf({ target, workspace }: SideService, folder: string): Promise<BlueprintSources> {
  if (workspace !== undefined)
    return { listed: null, findKept: () => null, readWorkspace: await localConfigs(workspace) }
  const answer = await target.client.listBlueprints({ timeLimitMs: 5_000 })
  const listed = answer.ok ? answer.data.agents : null
  const today = new Date().toISOString().slice(0, 10)
  for (const blueprint of listed ?? []) {
    try {
      const { kind, path } = keepBlueprint(folder, blueprint, today)
      if (kind === 'changed') warn(`${path}: the service shows another blueprint under a number that was kept before`)
    } catch (error) {
      warn(`the blueprint of ${blueprint.agentId} could not be kept: ${(error as Error).message}`)
      break
    }
  }
  return {
    listed,
    findKept(agent, version) {
      const kept = readKeptBlueprint(folder, agent, version)
      if (kept.kind === 'unreadable') warn(`${kept.path} is no kept blueprint any more: ${kept.reason}`)
      return kept.kind === 'kept' ? kept.blueprint : null
    },
  }
}
