import { suggest } from '../../base/text/suggest.ts'
import { listSome } from '../../base/text/wording.ts'
import type { ChatRequest } from '../../wire/api/chat.ts'
import type { AgentVersion as AskedVersion } from '../../wire/api/member-shapes.ts'
import type { Refusal } from '../answer/answer.ts'
import type { Agent, VersionedAgent } from '../workspace/agent.ts'
import type { Channel, Workspace } from '../workspace/workspace.ts'

type FoundVersion = { ok: true; version: VersionedAgent } | { ok: false; refusal: Refusal }

/** Finds an agent and its version by name, and never substitutes another for either (P4, CHA-21, CHA-27, CHA-29). */
export function findVersion(workspace: Workspace, agentName: string, version?: AskedVersion): FoundVersion {
  const agent = workspace.agents.find(({ name }) => name === agentName)
  if (agent !== undefined) {
    const resolved = resolveVersion(agent, version)
    if (resolved.ok) return { ok: true, version: resolved.version }
    const refusal: Refusal = { errorCode: 'localAgentVersionNotFound', message: resolved.reason, decision: 'CHA-27' }
    return { ok: false, refusal: withOthers(refusal) }
  }
  const names = workspace.agents.map(({ name }) => name)
  const near = suggest(agentName, names)
  const hint = near === undefined ? `the agents are ${listSome(names, 12)}` : `did you mean ${near}?`
  const message = `there is no agent ${JSON.stringify(agentName)}; ${hint}`
  return { ok: false, refusal: withOthers({ errorCode: 'localAgentNotFound', message, decision: 'CHA-21' }) }
}

/** Adds the alternatives for the ambiguity mode: the interface allows any 4xx here. */
function withOthers(refusal: Refusal): Refusal {
  const { message } = refusal
  return {
    ...refusal,
    others: [
      { errorCode: 'validationError', message },
      { errorCode: 'localBadRequest', message },
    ],
  }
}

/** The requested version, or why there is none. There is no silent fallback to another version (CHA-27, CHA-29). */
type ResolvedVersion = { ok: true; version: VersionedAgent } | { ok: false; reason: string }

/** Absent means published (CHA-24); digits mean a number (CHA-23). */
export function resolveVersion(agent: Agent, wantedVersion: AskedVersion = 'default'): ResolvedVersion {
  const ownVersions = [...agent.versions.values()].filter(({ ofRevision }) => ofRevision !== true)
  const numbers = ownVersions.map(({ number }) => number).sort((a, b) => a - b) // as its file has them
  const names = [...numbers, ...(agent.draft === null ? [] : ['draft'])].join(', ') || 'none'
  if (wantedVersion === 'draft') {
    if (agent.draft !== null) return { ok: true, version: agent.draft }
    return { ok: false, reason: `the agent ${agent.name} has no saved draft; its versions are ${names}` }
  }
  const number = wantedVersion === 'default' ? agent.published : Number(wantedVersion)
  const version = number === null ? undefined : agent.versions.get(number)
  if (version !== undefined) return { ok: true, version }
  const reason =
    number === null
      ? `the agent ${agent.name} was never published (published: in its file names what is)`
      : `the agent ${agent.name} has no version ${number}`
  return { ok: false, reason: `${reason}; its versions are ${names}` }
}

/**
 * The version asked for, else the channel's, else the published one (CHA-24, DSP-27); a channel pins its own agent's,
 * so for another agent that names none it `isOpen`.
 */
export function versionAsked(
  { agentVersion }: ChatRequest,
  agentName: string,
  channel: Pick<Channel, 'agent' | 'version'> | undefined,
): { version: AskedVersion | undefined; isOpen: boolean } {
  const pinned = channel?.version ?? undefined
  const isOwn = agentName === channel?.agent
  return {
    version: agentVersion ?? (isOwn ? pinned : undefined),
    isOpen: agentVersion === undefined && pinned !== undefined && !isOwn,
  }
}
