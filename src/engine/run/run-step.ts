import { setTimeout as sleep } from 'node:timers/promises'
import { longestTimerMs } from '../../base/breathe.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { readStepTime } from '../../suite/language/clock.ts'
import type { TurnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import type { Step } from '../../suite/language/script/turn.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { askedVersion } from '../../wire/api/member-shapes.ts'
import type { Client } from '../../wire/client/client.ts'
import type { CallLimits } from '../../wire/client/client-over.ts'
import type { Answer } from '../../wire/client/failure.ts'

/** What it starts is noted in `dispatched`, so that later expectations can refer to it. */
export async function runStep(
  { kind, body }: Step,
  { plan, client, limits, dispatched }: { plan: Plan; client: Client; limits: CallLimits; dispatched: StartedSessions },
): Promise<Answer<unknown>> {
  const value = isJsonObject(body.value) ? body.value : {}
  const text = typeof body.value === 'string' ? body.value : ''
  switch (kind) {
    case 'send': {
      const answer = await client.dispatch({ ...requestOf(plan, value), ...value }, limits)
      if (answer.ok) dispatched.sessions.push(answer.data.sessionId)
      return answer
    }
    case 'call': {
      const answer = await client.triggerCall(
        { phoneNumber: '', ...requestOf(plan, value), agentName: plan.agent.value, ...value },
        limits,
      )
      if (answer.ok) dispatched.calls.push(answer.data.callId)
      return answer
    }
    case 'workflow call': {
      const { workflow, ...rest } = value
      const answer = await client.callWorkflow(String(workflow), { customer_number: '', ...rest }, limits)
      if (answer.ok) await noteQueued(client, String(workflow), dispatched, limits)
      return answer
    }
    case 'delete call': {
      const { workflow, customer_number = '' } = value
      return client.deleteWorkflowCall(String(workflow), { customer_number: String(customer_number) }, limits)
    }
    case 'advance clock': {
      const time = readStepTime(text)
      const body = time.kind === 'to' ? { to: time.instant } : { advance: time.kind === 'for' ? `${time.ms} ms` : text }
      return client.local('POST', 'clock', body, limits)
    }
    case 'wait': {
      const ms = waitOf(text)
      const { signal } = limits
      // A timer takes at most 24 days, and fires at once if given more.
      for (let remainingMs = ms; remainingMs > 0 && signal?.aborted !== true; remainingMs -= longestTimerMs)
        await sleep(Math.min(remainingMs, longestTimerMs), undefined, signal === undefined ? {} : { signal }).catch(
          () => null,
        )
      if (signal?.aborted === true) return { ok: false, failure: { kind: 'aborted' }, timeMs: ms }
      return { ok: true, data: null, status: 200, requestId: null, timeMs: ms }
    }
  }
}

/** How long a step waits before it has an effect, in milliseconds; 0 for all but `wait`. */
export function waitMsOf({ kind, body }: Step): number {
  return kind === 'wait' && typeof body.value === 'string' ? waitOf(body.value) : 0
}

function waitOf(text: string): number {
  const time = readStepTime(text)
  return time.kind === 'for' ? time.ms : 0
}

/** The agent, version and metadata of the conversation, unless the step names others. */
function requestOf(plan: Plan, { agentVersion }: JsonObject): JsonObject {
  const { agent, version, metadata } = plan
  return {
    agentName: agent.value,
    ...(agentVersion === undefined && version !== 'default' ? { agentVersion: askedVersion(version) } : {}),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  }
}

/** A workflow call is answered without an id (WFC-08), so the newest queued call of the workflow is taken. */
async function noteQueued(
  client: Client,
  workflow: string,
  dispatched: StartedSessions,
  limits: CallLimits,
): Promise<void> {
  const queue = await client.local('GET', 'queue', undefined, limits)
  const calls: JsonValue[] = queue.ok && Array.isArray(queue.data.calls) ? queue.data.calls : []
  const own = calls.filter(isJsonObject).filter((call) => call.workflowId === workflow)
  const newest = own.sort((a, b) => Number(b.arrival) - Number(a.arrival))[0]
  if (typeof newest?.callId === 'string') dispatched.calls.push(newest.callId)
}

/** The sessions of messages, and the calls, that the steps of a conversation started. */
export interface StartedSessions {
  sessions: string[]
  calls: string[]
}

/** What only the local service shows, as far as an expectation needs it. */
export type LocalSeen = { [K in 'outbox' | 'queue' | 'attempts']?: JsonValue }

export function isAboutLocal(expected: TurnExpectation | undefined): boolean {
  return (expected?.outbox ?? expected?.queue ?? expected?.attempts) !== undefined
}

/** Messages, queue and attempts of this conversation only. What cannot be fetched is left out. */
export async function lookLocally(
  client: Client,
  expected: TurnExpectation | undefined,
  { sessions, calls }: StartedSessions,
  limits: CallLimits,
): Promise<LocalSeen> {
  const local: LocalSeen = {}
  const ask = async (path: string, member: string): Promise<JsonValue[] | undefined> => {
    const answer = await client.local('GET', path, undefined, limits)
    const list = answer.ok ? answer.data[member] : undefined
    return Array.isArray(list) ? list : undefined
  }
  if (expected?.outbox !== undefined) {
    const messages = await ask('outbox?limit=10000', 'messages')
    if (messages !== undefined) local.outbox = own(messages, 'sessionId', sessions).reverse()
  }
  if (expected?.queue !== undefined) {
    const queue = await ask('queue', 'calls')
    if (queue !== undefined) local.queue = own(queue, 'callId', calls)
  }
  const call = calls.at(-1)
  if (expected?.attempts !== undefined && call !== undefined) {
    const attempts = await ask(`calls/${encodeURIComponent(call)}`, 'attempts')
    if (attempts !== undefined) local.attempts = attempts
  }
  return local
}

/** For a session, or for an agent's that has not begun; undefined without a state function or local service. */
export async function fetchToolState(
  client: Client,
  { sessionId, agent }: { sessionId: string; agent?: never } | { agent: string; sessionId?: never },
  limits: CallLimits,
): Promise<JsonValue | undefined> {
  const path =
    sessionId === undefined ? `agents/${encodeURIComponent(agent)}` : `sessions/${encodeURIComponent(sessionId)}`
  const answer = await client.local('GET', `${path}/state`, undefined, limits)
  return answer.ok ? answer.data.state : undefined
}

function own(items: readonly JsonValue[], key: string, ids: readonly string[]): JsonValue[] {
  return items.filter((item) => isJsonObject(item) && ids.includes(String(item[key])))
}
