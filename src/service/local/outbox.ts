import { refuse } from '../answer/answer.ts'
import type { OutboxMessage } from '../store/outbox-message.ts'
import { showInstant } from '../time/instant.ts'
import { answerJson, type LocalHandler } from './local-call.ts'
import { showEach } from './show-each.ts'

/** `GET /_local/outbox?limit=`: sent and waiting messages, newest first. */
export const showOutbox: LocalHandler = ({ context, url }) => {
  const limit = Math.min(10_000, Number(url.searchParams.get('limit') ?? 1_000) || 1_000)
  return answerJson({
    count: context.store.countMessages(),
    messages: showEach(context.store.newestMessages(limit), showMessage),
  })
}

/** `DELETE /_local/outbox/{sessionId}`: cancels messages that have not been sent yet (SCH-20). */
export const stopMessage: LocalHandler = ({ context, parameter }) => {
  const { store } = context
  const waiting = store.messagesOf(parameter).filter(({ status }) => status === 'waiting')
  if (waiting.length === 0)
    return refuse({ errorCode: 'localNotFound', message: 'no message of this session waits to be sent' })
  store.transact(() => {
    for (const message of waiting) {
      store.dropTimer(`send ${message.id}`)
      store.putMessage({ ...message, status: 'stopped' })
    }
  })
  return answerJson({ stopped: waiting.map(({ id }) => id) })
}

/** A message, with times as date-times. */
export function showMessage({ due, sentAt, ...message }: OutboxMessage): object {
  return {
    ...message,
    due: showInstant(due),
    sentAt: sentAt === null ? null : showInstant(sentAt),
  }
}
