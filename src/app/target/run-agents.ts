import type { AgentsOfRun } from '../../engine/perform/perform.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { listedAgents } from '../agents/listed-agents.ts'
import type { LocalService } from '../agents/local-service.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'

interface Where extends Pick<RunSettled, 'target' | 'workspace' | 'revisions'> {
  /** The embedded service, if it runs in this process. */
  local?: LocalService | undefined
  /** What the service has listed, if it was asked. */
  listing: readonly Blueprint[]
}

/** Of the workspace, or what the service has listed. Nothing more is sent; what cannot be read is unknown. */
export function readAgents({ target, workspace, revisions, local, listing }: Where): AgentsOfRun {
  if (local !== undefined) return async () => local.knownAgents
  if (target !== null) {
    const agents = listing.length === 0 ? null : listedAgents(target, listing)
    return async () => agents
  }
  const read = async (): ReturnType<AgentsOfRun> => {
    const { localAgents } = await import('../agents/local-agents.ts')
    return localAgents(workspace, revisions).catch((error: unknown) => {
      if (error instanceof UsageError) return null
      throw error
    })
  }
  let knownAgents: ReturnType<AgentsOfRun> | undefined
  return () => {
    knownAgents ??= read()
    return knownAgents
  }
}
