import { suggest } from '../../base/suggest.ts'
import type { AgentVersion as AskedVersion } from '../../wire/api/agent-version.ts'
import type { Refusal } from '../answer/answer.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { resolveVersion } from './resolve-version.ts'

/** An agent's version, or the refusal. */
export type FoundVersion = { ok: true; version: AgentVersion } | { ok: false; refusal: Refusal }

/** Finds an agent and its version by name; neither is ever replaced by another one (P4, CHA-21, CHA-27, CHA-29). */
export function findVersion(workspace: Workspace, agentName: string, asked?: AskedVersion): FoundVersion {
  const agent = workspace.agents.find(({ name }) => name === agentName)
  if (agent !== undefined) {
    const resolved = resolveVersion(agent, asked)
    if (resolved.ok) return { ok: true, version: resolved.version }
    const refusal: Refusal = { errorCode: 'localAgentVersionNotFound', message: resolved.reason, decision: 'CHA-27' }
    return { ok: false, refusal: withOthers(refusal) }
  }
  const names = workspace.agents.map(({ name }) => name)
  const near = suggest(agentName, names)
  const hint = near === undefined ? `the agents are ${names.slice(0, 12).join(', ')}` : `did you mean ${near}?`
  const message = `there is no agent ${JSON.stringify(agentName)}; ${hint}`
  return { ok: false, refusal: withOthers({ errorCode: 'localAgentNotFound', message, decision: 'CHA-21' }) }
}

/** Adds the alternatives: the interface allows any 4xx here. */
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
