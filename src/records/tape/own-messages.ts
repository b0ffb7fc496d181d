import { isJsonObject } from '../../base/json.ts'
import type { TapedExchange } from './tape.ts'

/** What is in the outbox of a local service is everybody's; a tape keeps what belongs to sessions that came up before. */
export function keepOwnMessages(taken: TapedExchange, before: readonly TapedExchange[]): TapedExchange {
  const { request, answer } = taken
  if (!request.path.startsWith('/_local/outbox') || answer.kind !== 'json' || !isJsonObject(answer.body)) return taken
  const { messages } = answer.body
  if (!Array.isArray(messages)) return taken
  const seen = JSON.stringify(before)
  const own = messages.filter(
    (message) =>
      isJsonObject(message) &&
      typeof message.sessionId === 'string' &&
      seen.includes(JSON.stringify(message.sessionId)),
  )
  return { ...taken, answer: { ...answer, body: { ...answer.body, messages: own } } }
}
