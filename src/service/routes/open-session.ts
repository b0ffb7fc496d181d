import type { ChatRequest } from '../../api/chat.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Call } from './context.ts'

/** A new text session (CHA-05). Without a channel it counts as web chat (SES-14); number and email only label it (CHA-38). */
export function openSession({ workspace, context }: Call, chat: ChatRequest, version: AgentVersion): SessionRecord {
  const now = context.clock.now()
  const sessionId = context.newId()
  const number = chat.customerNumber?.replace(/^\+/, '') ?? null
  const email = chat.customerEmail ?? null
  const channel = workspace.channels.find(({ name }) => name === chat.communicationChannel)
  return {
    sessionId,
    workspace: workspace.name,
    agentName: chat.agentName ?? '',
    versionLabel: version.label,
    participant: { id: number ?? email ?? `guest-${sessionId}`, number, email },
    variables: {},
    channelType: channel?.type ?? 'webChat',
    channelName: channel?.name ?? null,
    transcript: [],
    status: 'active',
    time: now,
    createdAt: now,
    updatedAt: now,
    latest: now - 1,
    turns: 0,
    state: {},
  }
}
