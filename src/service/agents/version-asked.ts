import type { AgentVersion as AskedVersion } from '../../wire/api/agent-version.ts'
import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Channel } from '../workspace/workspace.ts'

/**
 * The version that a chat asks for: its own, else that of the channel it names, else the published one (CHA-24, DSP-27).
 * A channel stays with a version of its own agent, so that for another agent its version says nothing.
 */
export function versionAsked(
  { agentVersion }: ChatRequest,
  agentName: string,
  channel: Pick<Channel, 'agent' | 'version'> | undefined,
): AskedVersion | undefined {
  return agentVersion ?? (agentName === channel?.agent ? (channel.version ?? undefined) : undefined)
}

/** Whether a version was left out where the interface does not say which one that means: its channel stays with one, of another agent. */
export function isVersionOpen(
  { agentVersion }: ChatRequest,
  agentName: string,
  channel: Pick<Channel, 'agent' | 'version'> | undefined,
): boolean {
  return agentVersion === undefined && channel !== undefined && channel.version !== null && agentName !== channel.agent
}
