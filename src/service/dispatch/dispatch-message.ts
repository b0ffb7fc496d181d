import type { ChatRequest } from '../../wire/api/chat.ts'
import { findVersion, versionAsked } from '../agents/find-version.ts'
import { accept, type Refusal, refuse } from '../answer/answer.ts'
import type { ServiceCall } from '../context/context.ts'
import { dispatchRules, firstBroken, isMissing, sceneOfChat } from '../rules/chat-rules.ts'
import type { OutboxMessage, SessionRecord } from '../store/store.ts'
import { instantAsked } from '../time/local-time.ts'
import { nextOpening } from '../time/working-hours.ts'
import { carryOut } from '../turn/carry-out.ts'
import { openSession } from '../turn/session.ts'
import type { VersionedAgent } from '../workspace/agent.ts'
import { addresseeOf, withoutPlus } from '../workspace/scalar-shapes.ts'
import type { Channel } from '../workspace/workspace.ts'
import { sendMessage } from './send-message.ts'

/** Sends a customer a message, when schedule and hours allow (SCH-01 to SCH-11); answers its session (DSP-20). */
export async function dispatchMessage(call: ServiceCall, chat: ChatRequest): Promise<Response> {
  const { context, workspace, decisions } = call
  const scene = sceneOfChat(chat, workspace, context.ambiguity)
  const refusal = firstBroken(dispatchRules, scene, context.ambiguity)
  if (refusal !== null) return refuse(refusal)
  const { channel } = scene
  if (channel === undefined) return refuse({ errorCode: 'channelNotFound', message: 'no channel is named' })
  const thread = findThread(call, chat, channel)
  if ('errorCode' in thread) return refuse(thread)
  const agentName = isMissing(chat.agentName) ? channel.agent : chat.agentName
  if (agentName === null) return refuse(noAgent)
  const { version, isOpen } = versionAsked(chat, agentName, channel)
  const lookup = findVersion(workspace, agentName, version)
  if (!lookup.ok) return refuse(context.ambiguity.settle(lookup.refusal) ?? lookup.refusal)
  decisions.push(...decisionsOf(chat, channel))
  if (isOpen) decisions.push('DSP-27')
  const message = await carryOut(context, () => {
    const due = dueOf(chat, context.clock.now())
    const addressed = addressMessage(call, chat, {
      channel,
      agentName,
      version: lookup.version,
      session: thread.session,
      due,
    })
    if (due <= context.clock.now()) sendMessage(context, addressed)
    else {
      context.store.putMessage(addressed)
      context.store.putTimer({ id: `send ${addressed.id}`, kind: 'send message', subject: addressed.id, due })
    }
    return addressed
  })
  context.timeline.arm()
  return accept({ sessionId: message.sessionId }, decisions)
}

const noAgent: Refusal = {
  errorCode: 'agentNameRequired',
  message: 'the channel has no agent, so agentName is required',
  decision: 'DSP-26',
}

/** A past time means now (SCH-02); hours count in UTC unless a zone is named (SCH-09). */
function dueOf({ scheduleTime, startWorkingHour, endWorkingHour, timezone }: ChatRequest, now: number): number {
  const due = scheduleTime === undefined ? now : Math.max(now, instantAsked(scheduleTime))
  return nextOpening(due, {
    start: startWorkingHour ?? null,
    end: endWorkingHour ?? null,
    timezone: timezone ?? 'UTC',
  })
}

/** Decisions of ours behind a dispatch: members ignored on this channel, interpretations of its times. */
function decisionsOf(chat: ChatRequest, { type, templates }: Channel): string[] {
  const { startWorkingHour: start, endWorkingHour: end, scheduleTime, whatsappOptions, emailOptions } = chat
  const holds: [boolean, string][] = [
    [chat.sessionId !== undefined, 'CHA-35'],
    [chat.message !== undefined || chat.chatOptions !== undefined, 'CHA-44'],
    [chat.agentNumber !== undefined && type !== 'waChat', 'DSP-29'],
    [(emailOptions !== undefined && type !== 'email') || (whatsappOptions !== undefined && type === 'email'), 'DSP-30'],
    [start !== undefined && end !== undefined && start > end, 'SCH-12'],
    [start !== undefined && start === end, 'SCH-13'],
    [scheduleTime !== undefined && !/(Z|[+-]\d\d:\d\d)$/.test(scheduleTime), 'SCH-18'],
    [type === 'waChat' && isUnknownTemplate(chat, templates ?? []), 'WAO-07'],
    [type === 'email' && emailOptions?.subject === undefined, 'EMO-06'],
  ]
  return holds.flatMap(([applies, rule]) => (applies ? [rule] : []))
}

function isUnknownTemplate({ whatsappOptions }: ChatRequest, templates: readonly { name: string }[]): boolean {
  return (
    whatsappOptions?.messageType === 'template' && !templates.some(({ name }) => name === whatsappOptions.templateId)
  )
}

/** A message's email conversation; null starts one (EMO-05), foreign ids are not found (DSP-16, DSP-17, ISO-06). */
function findThread(
  { context, workspace }: ServiceCall,
  { emailOptions }: ChatRequest,
  channel: Channel,
): { session: SessionRecord | null } | Refusal {
  const replyTo = emailOptions?.replyTo
  if (channel.type !== 'email' || replyTo === undefined) return { session: null }
  const session = context.store.session(replyTo)
  const refusal: Refusal = { errorCode: 'replyToSessionNotFound', message: 'there is no email conversation of this id' }
  if (session === undefined) return refusal
  if (session.workspace !== workspace.name) {
    const forbidden: Refusal = { errorCode: 'forbidden', message: 'the conversation belongs to another workspace' }
    return context.ambiguity.settle({ ...refusal, decision: 'ISO-06', others: [forbidden] }) ?? refusal
  }
  if (session.channelType === 'email') return { session }
  const other: Refusal = { errorCode: 'localBadRequest', message: 'the conversation is not one of email' }
  return context.ambiguity.settle({ ...refusal, decision: 'DSP-17', others: [other] }) ?? refusal
}

interface Addressing {
  channel: Channel
  agentName: string
  version: VersionedAgent
  /** The email conversation it belongs to; null opens a session. */
  session: SessionRecord | null
  due: number
}

/** A message with addressees and session, neither written nor sent; other options are ignored (DSP-30, DSP-31). */
function addressMessage(call: ServiceCall, chat: ChatRequest, plan: Addressing): OutboxMessage {
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
  const body = channel.type === 'waChat' ? whatsapp.message : channel.type === 'email' ? email.body : undefined
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
    cc: addressesOf('cc', email.cc, earlier),
    bcc: addressesOf('bcc', email.bcc, earlier),
    subject: channel.type === 'email' ? subjectOf(email.subject, earlier, agentName) : null,
    messageType,
    text: messageType === 'say' ? (body ?? '') : '',
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

function openThread({ context, workspace }: ServiceCall, chat: ChatRequest, plan: Addressing): SessionRecord {
  const { channel, agentName, version } = plan
  const number = channel.type === 'waChat' ? chat.agentNumber : undefined
  const picked = channel.numbers.length === 0 ? null : context.random.pick(channel.numbers)
  return openSession(context, {
    workspace: workspace.name,
    agentName,
    versionLabel: version.label,
    agentNumber: number === undefined ? picked : withoutPlus(number),
    channel,
    participant:
      channel.type === 'email'
        ? { number: null, email: chat.customerEmail ?? null }
        : { number: addresseeOf(channel.type, chat.customerNumber ?? ''), email: null },
  })
}

/** Splits and trims comma-separated addresses (EMO-03), and appends them to those already in the thread (EMO-04). */
function addressesOf(kind: 'cc' | 'bcc', list = '', earlier: readonly OutboxMessage[]): string[] {
  const newAddresses = list.split(',').map((address) => address.trim())
  return [...new Set([...earlier.flatMap((message) => message[kind]), ...newAddresses])].filter(
    (address) => address !== '',
  )
}

/** EMO-06: without a subject, the thread's own after "Re: ", or the agent's name in a new thread. */
function subjectOf(subject: string | undefined, earlier: readonly OutboxMessage[], agentName: string): string {
  if (subject !== undefined) return subject
  const old = earlier[0]?.subject
  return old === undefined || old === null ? agentName : `Re: ${old}`
}
