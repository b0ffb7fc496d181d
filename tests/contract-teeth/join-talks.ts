import { isJsonObject, type JsonObject } from '../../src/base/json/json.ts'
import type { OperationId } from '../../src/wire/api/operation.ts'
import { around, withBody } from './around.ts'
import type { Wrap } from './mutant.ts'

export const chat: OperationId = 'chat.trigger'

/** Whether a chat trigger sends a message to a customer. */
export const isDispatch = (body: JsonObject): boolean => body.doReturnResponse !== true

/** Continues the conversation that was answered last. */
export function continuing(when: (body: JsonObject) => boolean): Wrap {
  let last: string | undefined
  return around(async (asked, next) => {
    const inline = asked.operation === chat && asked.body.doReturnResponse === true
    const joins = inline && last !== undefined && when(asked.body) && typeof asked.body.message === 'string'
    const answer = await next(joins && last !== undefined ? withBody(asked, { ...asked.body, sessionId: last }) : asked)
    const id = isJsonObject(answer.body.data) ? answer.body.data.sessionId : undefined
    if (inline && typeof id === 'string') last = id
    return answer.status === 404 || answer.status === 409 ? next(asked) : answer
  })
}

/** Puts a mail into the thread of the previous one. */
export function oneThread(threads: Map<string, string>): Wrap {
  return around(async (asked, next) => {
    const key = asked.body.customerEmail
    if (asked.operation !== chat || typeof key !== 'string' || !isDispatch(asked.body)) return next(asked)
    const given = isJsonObject(asked.body.emailOptions) ? asked.body.emailOptions : {}
    const earlier = threads.get(key)
    const joined =
      earlier === undefined || 'replyTo' in given
        ? asked
        : withBody(asked, { ...asked.body, emailOptions: { ...given, replyTo: earlier } })
    const answer = await next(joined)
    const id = isJsonObject(answer.body.data) ? answer.body.data.sessionId : undefined
    if (typeof id === 'string') threads.set(key, id)
    return answer.status === 404 ? next(asked) : answer
  })
}
