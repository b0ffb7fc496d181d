import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { TurnExpectation } from '../../suite/language/turn-expectation.ts'
import type { CallLimits } from '../../wire/client/call-limits.ts'
import type { Client } from '../../wire/client/client.ts'

/** What the steps of a conversation began: sessions of messages, and calls. */
export interface Dispatched {
  sessions: string[]
  calls: string[]
}

/** What the local service shows beside the interface, as far as an expectation looks at it. */
export type LocalSeen = { [K in 'outbox' | 'queue' | 'attempts']?: JsonValue }

/** Whether an expectation is about anything that the local service shows beside the interface. */
export function isAboutLocal(expected: TurnExpectation | undefined): boolean {
  return (expected?.outbox ?? expected?.queue ?? expected?.attempts) !== undefined
}

/** Looks at what an expectation is about: messages, queue and attempts of this conversation alone. What cannot be seen is left out. */
export async function lookLocally(
  client: Client,
  expected: TurnExpectation | undefined,
  { sessions, calls }: Dispatched,
  limits: CallLimits,
): Promise<LocalSeen> {
  const seen: LocalSeen = {}
  const ask = async (path: string, member: string): Promise<JsonValue[] | undefined> => {
    const answer = await client.local('GET', path, undefined, limits)
    const list = answer.ok ? answer.data[member] : undefined
    return Array.isArray(list) ? list : undefined
  }
  if (expected?.outbox !== undefined) {
    const messages = await ask('outbox?limit=10000', 'messages')
    if (messages !== undefined) seen.outbox = own(messages, 'sessionId', sessions).reverse()
  }
  if (expected?.queue !== undefined) {
    const queue = await ask('queue', 'calls')
    if (queue !== undefined) seen.queue = own(queue, 'callId', calls)
  }
  const call = calls.at(-1)
  if (expected?.attempts !== undefined && call !== undefined) {
    const attempts = await ask(`calls/${encodeURIComponent(call)}`, 'attempts')
    if (attempts !== undefined) seen.attempts = attempts
  }
  return seen
}

function own(items: readonly JsonValue[], key: string, ids: readonly string[]): JsonValue[] {
  return items.filter((item) => isJsonObject(item) && ids.includes(String(item[key])))
}
