import type { ChannelType } from '../../wire/api/session.ts'
import type { ServiceContext } from '../context/context.ts'
import type { SessionCall, SessionRecord } from '../store/session-record.ts'
import type { Channel } from '../workspace/workspace.ts'

/** The inputs of a new session. */
export interface SessionPlan {
  workspace: string
  agentName: string
  versionLabel: string
  agentNumber?: string | null
  channel: Pick<Channel, 'name' | 'email'> | undefined
  channelType: ChannelType
  participant: { number: string | null; email: string | null; name?: string | null }
  call?: SessionCall
}

/** Creates a new session without storing it (CHA-05). Number and email are mere labels (CHA-38). */
export function openSession({ clock, newId }: ServiceContext, plan: SessionPlan): SessionRecord {
  const now = clock.now()
  const sessionId = newId()
  const { number, email, name = null } = plan.participant
  return {
    sessionId,
    workspace: plan.workspace,
    agentName: plan.agentName,
    agentNumber: plan.agentNumber ?? null,
    agentEmail: plan.channelType === 'email' ? (plan.channel?.email ?? null) : null,
    versionLabel: plan.versionLabel,
    participant: { id: number ?? email ?? `guest-${sessionId}`, name, number, email },
    variables: {},
    channelType: plan.channelType,
    channelName: plan.channel?.name ?? null,
    status: 'active',
    time: now,
    createdAt: now,
    updatedAt: now,
    latest: now - 1,
    turns: 0,
    state: {},
    analysis: null,
    call: plan.call ?? null,
  }
}
