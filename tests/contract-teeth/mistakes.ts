import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'
import type { OperationId } from '../../src/wire/api/operation.ts'
import { type Answered, type Asked, around, pretend, refusal, withBody } from './around.ts'
import type { Wrap } from './mutant.ts'

type When = (body: JsonObject, asked: Asked) => boolean

/** What a mistake turns an answer into: another refusal, or an acceptance. */
type Instead = 'accepted' | `${number} ${string}`

/** Turns refusals with one code into something else. */
export function turns(operation: OperationId, code: string, instead: Instead, when: When = () => true): Wrap {
  return around(async (call, next) => {
    const answer = await next(call)
    const { errorCode } = answer.body
    if (call.operation !== operation || errorCode !== code || !when(call.body, call)) return answer
    return become(call, instead)
  })
}

/** Refuses valid requests. */
export function refuses(operation: OperationId, instead: Instead, when: When): Wrap {
  return around(async (call, next) => {
    const answer = await next(call)
    const wrong = call.operation === operation && answer.status === 200 && when(call.body, call)
    return wrong ? become(call, instead) : answer
  })
}

/** Changes requests on their way in. */
export function reads(
  operation: OperationId | readonly OperationId[],
  change: (body: JsonObject, asked: Asked) => JsonObject | null,
): Wrap {
  return around(async (call, next) => {
    if (call.operation === null || !operation.includes(call.operation) || call.text === null) return next(call)
    const body = change(call.body, call)
    return next(body === null ? call : withBody(call, body))
  })
}

/** Gives a missing member this value. */
export function fills(operation: OperationId, member: string, value: JsonValue, when: When = () => true): Wrap {
  return reads(operation, (body, call) => (member in body || !when(body, call) ? null : { ...body, [member]: value }))
}

/** Changes the value of a member; undefined drops the member. */
export function takes(
  operation: OperationId,
  member: string,
  change: (value: JsonValue, body: JsonObject) => JsonValue | undefined,
): Wrap {
  return reads(operation, (body) => {
    const { [member]: value, ...rest } = body
    if (value === undefined) return null
    const changed = change(value, body)
    return changed === undefined ? rest : { ...body, [member]: changed }
  })
}

/** Changes the data of accepted requests on its way out. */
export function shows(
  operation: OperationId | readonly OperationId[],
  change: (data: JsonObject, asked: Asked) => JsonValue | undefined,
): Wrap {
  return around(async (call, next) => {
    const answer = await next(call)
    if (call.operation === null || !operation.includes(call.operation) || answer.status !== 200) return answer
    const data = isJsonObject(answer.body.data) ? answer.body.data : {}
    const changed = change(data, call)
    return { ...answer, body: { ...answer.body, data: changed === undefined ? data : changed } }
  })
}

/** Changes sessions on their way out; `change` may alter the session in place. */
export function showsSession(
  change: (session: JsonObject) => void,
  when: (session: JsonObject) => boolean = () => true,
): Wrap {
  return shows('session.get', (session) => {
    if (when(session)) change(session)
    return session
  })
}

/** Changes transcripts on their way out, in sessions and in inline replies. */
export function showsEntries(change: (entries: JsonObject[]) => JsonObject[]): Wrap {
  return shows(['session.get', 'chat.trigger'], (data) => {
    if (!Array.isArray(data.transcript)) return data
    return { ...data, transcript: change(data.transcript.filter(isJsonObject)) }
  })
}

/** Changes entries of one type in place, on their way out. */
export function showsEntry(type: string, change: (entry: JsonObject) => void): Wrap {
  return showsEntries((entries) => {
    for (const entry of entries) if (entry.type === type) change(entry)
    return entries
  })
}

/** Changes content items of one type in place, on their way out. */
export function showsItem(type: string, change: (item: JsonObject) => void): Wrap {
  return showsEntry('message', ({ content }) => {
    if (!Array.isArray(content)) return
    for (const item of content) if (isJsonObject(item) && item.type === type) change(item)
  })
}

/** Changes every answer on its way out. */
export function answersWith(change: (answer: Answered, asked: Asked) => Answered): Wrap {
  return around(async (call, next) => change(await next(call), call))
}

/** A condition: the body has this member. */
export const has =
  (member: string): When =>
  (body) =>
    member in body

function become(call: Asked, instead: Instead): Answered {
  if (instead === 'accepted') return pretend(call)
  const [status = '', code = ''] = instead.split(' ')
  return refusal(Number(status), code)
}
