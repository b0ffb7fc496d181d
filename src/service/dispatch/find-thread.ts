import type { ChatRequest } from '../../wire/api/chat.ts'
import type { Refusal } from '../answer/answer.ts'
import type { Call } from '../context/context.ts'
import type { SessionRecord } from '../store/session-record.ts'
import type { Channel } from '../workspace/workspace.ts'

/** The email conversation that a message is sent in; null starts one (EMO-05). One that does not exist, is none of email, or belongs to another workspace is not found (DSP-16, DSP-17, ISO-06). */
export function findThread(
  { context, workspace }: Call,
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
