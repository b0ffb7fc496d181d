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
  return around(async (call, next) => {
    const inline = call.operation === chat && call.body.doReturnResponse === true
    const joins = inline && last !== undefined && when(call.body) && typeof call.body.message === 'string'
    const answer = await next(joins && last !== undefined ? withBody(call, { ...call.body, sessionId: last }) : call)
    const id = isJsonObject(answer.body.data) ? answer.body.data.sessionId : undefined
    if (inline && typeof id === 'string') last = id
    return answer.status === 404 || answer.status === 409 ? next(call) : answer
  })
}

/** Puts a mail into the thread of the previous one. */
export function oneThread(threads: Map<string, string>): Wrap {
  return around(async (call, next) => {
    const key = call.body.customerEmail
    if (call.operation !== chat || typeof key !== 'string' || !isDispatch(call.body)) return next(call)
    const options = isJsonObject(call.body.emailOptions) ? call.body.emailOptions : {}
    const earlier = threads.get(key)
    const threadCall =
      earlier === undefined || 'replyTo' in options
        ? call
        : withBody(call, { ...call.body, emailOptions: { ...options, replyTo: earlier } })
    const answer = await next(threadCall)
    const id = isJsonObject(answer.body.data) ? answer.body.data.sessionId : undefined
    if (typeof id === 'string') threads.set(key, id)
    return answer.status === 404 ? next(call) : answer
  })
}
