import type { AgentVersion as AskedVersion } from '../../wire/api/agent-version.ts'
import type { Agent, AgentVersion } from '../workspace/agent.ts'

/**
 * The requested version, or why there is none. Nothing ever falls back silently to another version (CHA-27, CHA-29).
 */
export type ResolvedVersion = { ok: true; version: AgentVersion } | { ok: false; reason: string }

/** Absent means published (CHA-24); digits mean a number (CHA-23). */
export function resolveVersion(agent: Agent, asked: AskedVersion = 'default'): ResolvedVersion {
  const numbers = [...agent.versions.keys()].sort((a, b) => a - b).join(', ') || 'none'
  if (asked === 'draft') {
    if (agent.draft !== null) return { ok: true, version: agent.draft }
    return { ok: false, reason: `the agent ${agent.name} has no saved draft; its versions are ${numbers}` }
  }
  const number = asked === 'default' ? agent.published : Number(asked)
  const version = number === null ? undefined : agent.versions.get(number)
  if (version !== undefined) return { ok: true, version }
  const reason =
    number === null ? `the agent ${agent.name} was never published` : `the agent ${agent.name} has no version ${number}`
  return { ok: false, reason: `${reason}; its versions are ${numbers}` }
}
