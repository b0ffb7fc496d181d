import type { AgentVersion as AskedVersion } from '../../wire/api/agent-version.ts'
import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Channel } from '../workspace/workspace.ts'

/**
 * The version that a chat asks for: its own, else that of its channel, else the published one (CHA-24, DSP-27). A
 * channel pins a version of its own agent, which means nothing for another agent.
 */
export function versionAsked(
  { agentVersion }: ChatRequest,
  agentName: string,
  channel: Pick<Channel, 'agent' | 'version'> | undefined,
): AskedVersion | undefined {
  return agentVersion ?? (agentName === channel?.agent ? (channel.version ?? undefined) : undefined)
}

/**
 * Whether the version is ambiguous: the request leaves it out, and its channel pins a version of another agent, a case
 * that the interface does not define.
 */
export function isVersionOpen(
  { agentVersion }: ChatRequest,
  agentName: string,
  channel: Pick<Channel, 'agent' | 'version'> | undefined,
): boolean {
  return agentVersion === undefined && channel !== undefined && channel.version !== null && agentName !== channel.agent
}
