import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Call } from '../context/context.ts'
import type { OutboxMessage, SessionRecord } from '../store/store.ts'
import { openSession } from '../turn/session.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import { addresseeOf, withoutPlus } from '../workspace/phone-number.ts'
import type { Channel } from '../workspace/workspace.ts'

/** The inputs of a message besides the request. */
interface Addressing {
  channel: Channel
  agentName: string
  version: AgentVersion
  /** The email conversation it belongs to; null opens a session. */
  session: SessionRecord | null
  due: number
}

/**
 * Builds a message with its addressees and its session, not yet written and not yet sent. Options of other channels are
 * ignored (DSP-30, DSP-31).
 */
export function addressMessage(call: Call, chat: ChatRequest, plan: Addressing): OutboxMessage {
  const { context, workspace } = call
  const { channel, agentName, version, due } = plan
  const session = plan.session ?? openThread(call, chat, plan)
  if (plan.session === null) {
    session.time = due
    Object.assign(session.variables, chat.metadata)
    context.store.putSession(session)
  }
  const email = channel.type === 'email' ? (chat.emailOptions ?? {}) : {}
  const whatsapp = channel.type === 'email' ? {} : (chat.whatsappOptions ?? {})
  const said = channel.type === 'waChat' ? whatsapp.message : channel.type === 'email' ? email.body : undefined
  const messageType = channel.type === 'webChat' ? 'prompt' : (email.messageType ?? whatsapp.messageType ?? 'prompt')
  const earlier = plan.session === null ? [] : context.store.messagesOf(session.sessionId)
  return {
    id: context.newId(),
    sessionId: session.sessionId,
    workspace: workspace.name,
    channelType: channel.type,
    channelName: channel.name,
    agentName,
    versionLabel: version.label,
    from: channel.type === 'email' ? channel.email : session.agentNumber,
    to: session.participant.id,
    cc: addressesOf(
      email.cc,
      earlier.flatMap(({ cc }) => cc),
    ),
    bcc: addressesOf(
      email.bcc,
      earlier.flatMap(({ bcc }) => bcc),
    ),
    subject: channel.type === 'email' ? subjectOf(email.subject, earlier, agentName) : null,
    messageType,
    text: messageType === 'say' ? (said ?? '') : '',
    additionalContext:
      messageType === 'prompt' ? (whatsapp.additionalContext ?? email.additionalContext ?? null) : null,
    template:
      messageType === 'template'
        ? {
            name: whatsapp.templateId ?? '',
            language: whatsapp.templateLanguage ?? 'en',
            variables: whatsapp.templateVariables ?? {},
          }
        : null,
    attachments: chat.attachments ?? [],
    metadata: chat.metadata ?? {},
    replyTo: plan.session === null ? null : session.sessionId,
    due,
    sentAt: null,
    status: 'waiting',
  }
}

function openThread({ context, workspace }: Call, chat: ChatRequest, plan: Addressing): SessionRecord {
  const { channel, agentName, version } = plan
  const asked = channel.type === 'waChat' ? chat.agentNumber : undefined
  const picked = channel.numbers.length === 0 ? null : context.random.pick(channel.numbers)
  return openSession(context, {
    workspace: workspace.name,
    agentName,
    versionLabel: version.label,
    agentNumber: asked === undefined ? picked : withoutPlus(asked),
    channel,
    channelType: channel.type,
    participant:
      channel.type === 'email'
        ? { number: null, email: chat.customerEmail ?? null }
        : { number: addresseeOf(channel.type, chat.customerNumber ?? ''), email: null },
  })
}

/** Splits and trims comma-separated addresses (EMO-03), and appends them to those already in the thread (EMO-04). */
function addressesOf(list: string | undefined, earlier: readonly string[]): string[] {
  const added = (list ?? '').split(',').map((address) => address.trim())
  return [...new Set([...earlier, ...added])].filter((address) => address !== '')
}

/** EMO-06: without a subject, the thread's own after "Re: ", or the agent's name in a new thread. */
function subjectOf(subject: string | undefined, earlier: readonly OutboxMessage[], agentName: string): string {
  if (subject !== undefined) return subject
  const old = earlier[0]?.subject
  return old === undefined || old === null ? agentName : `Re: ${old}`
}
