import type { Message } from '../../wire/api/transcript-entry.ts'
import { writtenIn } from '../agents/content-items.ts'
import { findVersion } from '../agents/find-version.ts'
import type { Refusal } from '../answer/answer.ts'
import type { IncomingCall } from '../calls/receive-call.ts'
import type { ServiceContext } from '../context/context.ts'
import type { OutboxMessage, SessionRecord } from '../store/store.ts'
import { carryOut } from '../turn/carry-out.ts'
import { playTurn } from '../turn/play-turn.ts'
import { openSession } from '../turn/session.ts'
import { addresseeOf } from '../workspace/scalar-shapes.ts'
import type { Channel } from '../workspace/workspace.ts'

interface IncomingMessage extends IncomingCall {
  message: string
}

/** Continues the customer's session on this channel or starts one, and sends them the agent's answer. */
export async function receiveMessage(
  context: ServiceContext,
  incoming: IncomingMessage,
): Promise<{ sessionId: string } | Refusal> {
  const { workspace, channel, from, message } = incoming
  const to = addresseeOf(channel.type, from)
  const running = context.store
    .newestSessions(1_000)
    .find(
      ({ workspace: owner, channelName, participant, status }) =>
        owner === workspace.name && channelName === channel.name && participant.id === to && status === 'active',
    )
  const agentName = running?.agentName ?? channel.agent ?? ''
  const lookup = findVersion(workspace, agentName, running?.versionLabel ?? channel.version ?? undefined)
  if (!lookup.ok) return lookup.refusal
  const { version } = lookup
  return carryOut(context, () => {
    const session =
      context.store.session(running?.sessionId ?? '') ??
      openSession(context, {
        workspace: workspace.name,
        agentName,
        versionLabel: version.label,
        agentNumber: channel.numbers[0] ?? null,
        channel,
        participant: channel.type === 'email' ? { number: null, email: to } : { number: to, email: null },
      })
    const played = playTurn(context, workspace, session, { agentName, version, message })
    if ('errorCode' in played) return played
    const messages = played.entries.filter((entry) => entry.type === 'message' && entry.role === 'assistant')
    for (const entry of messages as Message[]) context.store.putMessage(replyOf(context, session, channel, entry))
    return { sessionId: session.sessionId }
  })
}

function replyOf(
  { clock, newId }: ServiceContext,
  session: SessionRecord,
  channel: Channel,
  { content }: Message,
): OutboxMessage {
  const now = clock.now()
  return {
    id: newId(),
    sessionId: session.sessionId,
    workspace: session.workspace,
    channelType: channel.type,
    channelName: channel.name,
    agentName: session.agentName,
    versionLabel: session.versionLabel,
    from: session.agentNumber ?? session.agentEmail,
    to: session.participant.id,
    cc: [],
    bcc: [],
    subject: null,
    messageType: 'reply',
    text: writtenIn(content),
    additionalContext: null,
    template: null,
    attachments: [],
    metadata: session.variables,
    replyTo: session.sessionId,
    due: now,
    sentAt: now,
    status: 'sent',
  }
}
