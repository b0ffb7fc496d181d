// @module-tag stress
import { beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../src/service/app.ts'
import { createFrozenClock } from '../../src/service/time/clock.ts'
import { type Foretold, foretellCall, foretellMessage } from './foretell.ts'
import { year } from './plan-time.ts'
import { type Planned, planYear } from './year-plan.ts'
import { oneWorkspace } from './year-workspace.ts'

const seed = Number(process.env.YEAR_SEED ?? 20_110_701)
const day = 86_400_000
const counts = { messages: 2_000, calls: 1_000 }

interface Asked {
  planned: Planned
  /** The session, or the id of the call; null if the answer gives none (WFC-08). */
  id: string | null
}

const service = createService({ workspaces: [oneWorkspace()], clock: createFrozenClock(year.from) })
const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString())

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
type Answer = any

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'key', authorization: 'Bearer key' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await service.fetch(new Request(`http://127.0.0.1${path}`, init))
  const answer = await response.json()
  if (response.status === 200) return answer
  throw new Error(`seed ${seed}: ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
}

const moveTo = (instant: number): Promise<unknown> => send('POST', '/_local/clock', { to: iso(instant) })

/** Everything found so far, with each case in full so that it can be investigated. */
class Findings {
  wrong: string[] = []
  checked: Record<string, number> = {}
  compare({ at, path, body }: Planned, kinds: readonly string[], expected: unknown, got: unknown): void {
    for (const kind of kinds) this.checked[kind] = (this.checked[kind] ?? 0) + 1
    const [wantedText, actualText] = [JSON.stringify(expected), JSON.stringify(got)]
    if (wantedText === actualText) return
    const request = `seed ${seed}, at ${iso(at)}: ${path} ${JSON.stringify(body)}`
    this.wrong.push(`${request}\n  expected ${wantedText}\n  got      ${actualText}`)
  }
  conclude(): void {
    process.stdout.write(`year, seed ${seed}: ${JSON.stringify(this.checked)}\n`)
    expect(`${this.wrong.length} wrong\n${this.wrong.slice(0, 20).join('\n')}`).toBe('0 wrong\n')
  }
}

const requests: Asked[] = []
const onTheWay = new Findings()

/** Nothing has left early, and nothing overdue is still waiting: checks the current outbox and queue. */
async function checkWaiting(now: number): Promise<void> {
  const { messages } = await send('GET', '/_local/outbox?limit=10000')
  const { calls } = await send('GET', '/_local/queue')
  const messageById = new Map<string | null, Answer>(messages.map((message: Answer) => [message.sessionId, message]))
  const queued = new Map<string, Answer>(calls.map((call: Answer) => [call.customerNumber, call]))
  for (const { planned, id } of requests) {
    if (planned.call === null) {
      const at = foretellMessage(planned)
      const sent = at <= now ? [iso(at), 'sent'] : [null, 'waiting']
      onTheWay.compare(planned, [`messages ${sent[1]}`], sent, [
        messageById.get(id)?.sentAt,
        messageById.get(id)?.status,
      ])
      continue
    }
    const attempts = foretellCall(planned, planned.call)
    const attempt = attempts.findIndex(({ until }) => until > now)
    const next = attempts[attempt]
    if (next === undefined || (next.placed !== null && next.placed <= now)) continue
    const { due, state, attempt: at } = queued.get(planned.call.number) ?? {}
    onTheWay.compare(planned, ['calls queued'], [attempt, 'queued', iso(next.placed)], [at, state, due])
  }
}

/**
 * What is due when it is requested happens before the clock moves: messages leave, calls are placed or expire
 * (SCH-02, WIN-07, EXP-05).
 */
async function checkFirst(planned: Planned): Promise<void> {
  const [{ status, turns }] = (await send('GET', '/_local/sessions?limit=1')).sessions
  if (planned.call === null) {
    const sent = foretellMessage(planned) <= planned.at
    onTheWay.compare(planned, ['messages just asked for'], ['active', sent ? 1 : 0], [status, turns])
    return
  }
  const [first] = foretellCall(planned, planned.call)
  const rings = first?.placed != null && first.placed <= planned.at
  const over = first?.placed === null && first.until <= planned.at
  const expected = rings ? 'call_placed' : over ? 'call_expired' : 'call_in_queue'
  onTheWay.compare(planned, ['calls just asked for'], expected, status)
}

beforeAll(async () => {
  let next = year.from + 30 * day
  for (const planned of planYear(seed, counts)) {
    for (; next < planned.at; next += 30 * day) {
      await moveTo(next)
      await checkWaiting(next)
    }
    await moveTo(planned.at)
    const { data } = await send('POST', planned.path, planned.body)
    requests.push({ planned, id: data?.sessionId ?? data?.callId ?? null })
    await checkFirst(planned)
  }
  await moveTo(year.to + 60 * day)
})

describe('a year of messages and calls in six time zones', () => {
  it('keeps everything waiting until its time, and no longer', () => onTheWay.conclude())

  it('sends every message at the instant that the rules give (SCH-01 to SCH-18)', async () => {
    const findings = new Findings()
    const { messages } = await send('GET', '/_local/outbox?limit=10000')
    const messageById = new Map<string | null, Answer>(messages.map((message: Answer) => [message.sessionId, message]))
    for (const { planned, id } of requests) {
      if (planned.call !== null) continue
      const leaves = foretellMessage(planned)
      const at = iso(leaves)
      const { due, sentAt, status } = messageById.get(id) ?? {}
      const { data } = await send('GET', `/api/session/fetch/${id}`)
      const moved = leaves === Math.max(planned.at, planned.wanted ?? 0) ? 'when due' : 'moved by hours'
      findings.compare(planned, [planned.kind, moved], [at, at, 'sent', at], [due, sentAt, status, data.time])
    }
    findings.conclude()
    expect(messageById.size).toBe(counts.messages)
  })

  it('places, retries and expires every call at the instant that the rules give (WIN, RET, EXP)', async () => {
    const findings = new Findings()
    const attemptsByNumber = await fetchAttempts()
    for (const { planned } of requests) {
      if (planned.call === null) continue
      const foretold = foretellCall(planned, planned.call)
      const kinds = foretold.map(({ placed }, attempt) =>
        placed === null ? 'expired' : attempt ? 'retried' : 'placed',
      )
      const got = attemptsByNumber.get(planned.call.number)?.sort((a, b) => a.retryAttemptNo - b.retryAttemptNo) ?? []
      findings.compare(
        planned,
        [planned.kind, ...kinds],
        foretold.map((attempt, index) => show(attempt, index)),
        got.map((session, index) => seen(session, foretold[index])),
      )
    }
    findings.conclude()
    expect(attemptsByNumber.size).toBe(counts.calls)
  })
})

async function fetchAttempts(): Promise<Map<string, Answer[]>> {
  const attemptsByNumber = new Map<string, Answer[]>()
  const { sessions } = await send('GET', '/_local/sessions?limit=10000')
  for (const { sessionId, participant, channelType } of sessions) {
    if (channelType !== 'outboundSipTrunk') continue
    const { data } = await send('GET', `/api/session/fetch/${sessionId}`)
    attemptsByNumber.set(participant, [...(attemptsByNumber.get(participant) ?? []), data])
  }
  return attemptsByNumber
}

/**
 * An attempt by number, end, start and last change. An answered call starts when it is answered, and changes
 * again when it ends (SES-22).
 */
function show({ status, placed, until }: Foretold, attempt: number): unknown[] {
  if (status === 'call_hangup') return [attempt, status, iso(until)]
  return placed === null ? [attempt, status, iso(until)] : [attempt, status, iso(placed), iso(until)]
}

/** The same for a session, as far as the rules determine it: a call that never rang has no start to compare. */
function seen({ retryAttemptNo, status, time, updatedAt }: Answer, foretold: Foretold | undefined): unknown[] {
  if (status === 'call_hangup') return [retryAttemptNo, status, time]
  return foretold?.placed === null ? [retryAttemptNo, status, updatedAt] : [retryAttemptNo, status, time, updatedAt]
}
