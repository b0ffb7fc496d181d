import { nameEmbedded, nameService } from '../../engine/target-name.ts'
import { createService } from '../../service/app.ts'
import { systemClock } from '../../service/time/clock.ts'
import { type VersionedAgent, versionsOf } from '../../service/workspace/agent.ts'
import type { Blueprint } from '../../wire/api/blueprint.ts'
import { type Client, createClient } from '../../wire/client/client.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Transport } from '../../wire/client/transport.ts'
import { openNetwork } from '../../wire/client/undici-transport.ts'
import { digestCode } from '../agents/imported-files.ts'
import { loadWorkspaces, versionsIn } from '../agents/load-workspaces.ts'
import { fillHeaders } from '../config/gateway-headers.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'

/** What a service lists of its agents. `service` is its name in tapes. */
export interface ShownBlueprints {
  service: string
  agents: Blueprint[]
  /** What no service lists: all versions of a workspace, each with its label as its name. */
  unlisted?: Blueprint[]
  /** Of a workspace: digits that stand for the code of a version; undefined where it has none. */
  codeOf?: (agent: string, version: string) => string | undefined
}

/** How long a service may take to list its agents before it counts as unreachable. */
const timeLimitMs = 5_000

/** A configured service is asked with its key, the local one read from its files. No turn is sent. */
export async function loadShownBlueprints({
  target,
  workflowTarget,
  workspace,
  apiKey,
  headers,
}: RunSettled): Promise<ShownBlueprints | null> {
  if (target === null) return showLocal(workspace)
  if (apiKey === null) return null
  const network = openNetwork({ connections: 1 })
  const hosts = { baseUrl: target, ...(workflowTarget === null ? {} : { workflowBaseUrl: workflowTarget }) }
  const agents = await listAgents(
    createClient({ ...hosts, apiKey, headers: fillHeaders(headers), transport: network.send }),
  )
  await network.close()
  return agents === null ? null : { service: nameService(target), agents }
}

/** The blueprints that a client lists; null if the request fails. */
export async function listAgents(client: Client, signal?: AbortSignal): Promise<Blueprint[] | null> {
  const answer = await client.listBlueprints({ timeLimitMs, ...(signal === undefined ? {} : { signal }) })
  return answer.ok ? answer.data.agents : null
}

export function describeUnlisted(url: string, failure: Failure): string {
  if (failure.kind !== 'refused') return describeFailure(failure)
  const reason = `${failure.errorCode === null ? '' : `${failure.errorCode}: `}${failure.message}`
  // As in `describeFailure`: other separators stay until what is private is taken out.
  return `${url} refused the listing: ${failure.status} ${reason}`.replace(/(?<!\s)\s*[\n\r]\s*/g, ' ')
}

/** For a missing or broken workspace there are no blueprints: a replay does not need one. */
async function showLocal(path: string | null): Promise<ShownBlueprints | null> {
  try {
    const { workspaces } = await loadWorkspaces(path === null ? [] : [path])
    const [workspace] = workspaces
    const service = createService({ workspaces, clock: systemClock })
    const transport: Transport = async ({ method, url, headers }) => {
      const response = await service.fetch(new Request(url, { method, headers }), 'both')
      return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
    }
    const apiKey = workspace?.keys[0] ?? ''
    const agents = await listAgents(createClient({ baseUrl: 'http://127.0.0.1', apiKey, transport }))
    service.close()
    if (agents === null) return null
    const unlisted = (workspace?.agents ?? []).flatMap((agent) =>
      versionsOf(agent).map(
        ({ label, number, description, config }): Blueprint => ({
          ...{ agentId: agent.name, config, version: { name: label, description, number } },
        }),
      ),
    )
    const find = versionsIn(workspaces, [])
    const codes = new Map<VersionedAgent, string | undefined>()
    const codeOf = (name: string, asked: string): string | undefined => {
      const version = find(name, asked)
      if (version !== undefined && !codes.has(version)) codes.set(version, digestCode(version))
      return version && codes.get(version)
    }
    return { service: nameEmbedded({ workspace: workspace?.name ?? '' }), agents, unlisted, codeOf }
  } catch (error) {
    if (error instanceof UsageError) return null
    throw error
  }
}

/** The interface does not link an id to a name, so the id is taken as the name if it is one (BLU-13). */
interface AgentsListed {
  names: string[]
  /** Whether the agent is listed and waits for the user to begin. */
  userBegins: boolean
}

/** Asks which agents a service lists; a service that does not answer counts as listing none. */
export async function knownAgents(client: Client, agent: string): Promise<AgentsListed> {
  const blueprints = (await listAgents(client)) ?? []
  const own = blueprints.filter(({ agentId }) => agentId === agent)
  const waits = own.map(({ config }) => config.agentInstructions?.initialMessage?.firstSpeaker === 'user')
  return {
    names: blueprints.map(({ agentId }) => agentId),
    userBegins: waits.length > 0 && waits.every((each) => each),
  }
}
