import { describe, expect, it } from 'vitest'
import { useVirtualTime } from '../../../base/virtual-time.fixture.ts'
import type { InlineChatRequest } from '../../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Client } from '../../../wire/client/client.ts'
import { describeFailure } from '../../../wire/client/describe-failure.ts'
import type { Failure, KnownFailure } from '../../../wire/client/failure.ts'
import { called, gave, said } from '../../transcript/entries.fixture.ts'
import { sendTurn, type TurnAnswer } from './send-turn.ts'

useVirtualTime()

const reset: KnownFailure = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNRESET' }
const refused: KnownFailure = { kind: 'unreachable', url: 'http://localhost', code: 'ECONNREFUSED' }
const late: KnownFailure = { kind: 'timed out', limitMs: 400 }
const broken = (status: number): KnownFailure & { kind: 'refused' } => {
  return { kind: 'refused', status, responseCode: status, errorCode: null, message: 'no', requestId: null }
}
const limited = broken(429)
const page: KnownFailure = {
  kind: 'garbled',
  url: 'http://localhost',
  status: 502,
  contentType: null,
  excerpt: '<html>',
}

/** What happens to one sending: whether the message is taken, and how the exchange breaks. */
interface Fate {
  takes: boolean
  breaks?: KnownFailure
}

/** A service with one session, just after a greeting. */
function serviceOf(
  fates: Fate[],
  spoil: (stored: TranscriptEntry[], looks: number) => TranscriptEntry[] = (all) => all,
) {
  const earlier = [said('user', 'hi', 1), said('assistant', 'hello', 2)]
  const stored = [...earlier]
  let [sendings, looks] = [0, 0]
  const frame = { status: 200, requestId: null, timeMs: 1 }
  const client = {
    async converse({ message = '' }: InlineChatRequest) {
      const { takes, breaks } = fates[sendings] ?? { takes: true }
      sendings += 1
      const slice = [said('user', message, 10 * sendings), said('assistant', 'ok', 10 * sendings + 1)]
      if (takes) stored.push(...slice)
      if (breaks !== undefined) return { ok: false, failure: breaks, timeMs: 1 }
      return { ok: true, data: { sessionId: 's', transcript: slice }, ...frame }
    },
    async fetchSession() {
      looks += 1
      return { ok: true, data: { status: 'active', transcript: spoil(stored, looks) }, ...frame }
    },
  } as unknown as Client
  const say = (
    request: Partial<InlineChatRequest> = { sessionId: 's' },
    timeLimitMs = 20_000,
    waitMs = timeLimitMs,
    storedLateMs = 1_000,
  ): Promise<TurnAnswer> => {
    const turn = { doReturnResponse: true, agentName: 'desk', message: 'go', ...request } as const
    return sendTurn(client, { request: turn, earlier: [earlier], storedLateMs }, { timeLimitMs, waitMs })
  }
  const countTurns = (): number =>
    stored.filter((entry) => entry.type === 'message' && entry.role === 'user').length - 1
  return { say, taken: countTurns, counts: () => ({ sendings, looks }) }
}

describe.concurrent('a turn whose exchange breaks', () => {
  it('is left alone when nothing breaks', async () => {
    const service = serviceOf([{ takes: true }])
    expect(await service.say()).toMatchObject({ ok: true, timeMs: 1 })
    expect([service.counts(), await service.say()]).toMatchObject([{ sendings: 1, looks: 0 }, { ok: true }])
  })
  it('is used when it was taken and answered', async () => {
    const service = serviceOf([{ takes: true, breaks: reset }])
    const answer = await service.say()
    expect(answer).toMatchObject({
      ok: true,
      data: { sessionId: 's', transcript: [{ role: 'user' }, { role: 'assistant' }] },
      recovered: { how: 'fetched', breaks: [reset], sendings: 1 },
    })
    expect(service.counts().looks).toBeGreaterThan(2)
    expect(service.taken()).toBe(1)
  })
  it('is waited for when it was taken and not answered', async () => {
    const service = serviceOf([{ takes: true, breaks: late }], (all, looks) => (looks < 3 ? all.slice(0, -1) : all))
    expect(await service.say()).toMatchObject({ ok: true, recovered: { how: 'fetched' } })
    expect(service.counts().looks).toBeGreaterThan(4)
  })
  it.each([
    ['a reset', reset],
    ['a 502', broken(502)],
    ['a 504', broken(504)],
    ['a 429', limited],
    ['a time limit that ran out', late],
  ])('is used with all that its agent does after an interim reply, behind %s', async (_, breaks) => {
    const more = [
      called('issue_refund', 'c', {}, 'during', 50),
      gave('issue_refund', 'c'),
      said('assistant', 'done', 60),
    ]
    let first = Number.POSITIVE_INFINITY // from the first look on, so that a slow machine is not taken for a settled session
    const service = serviceOf([{ takes: true, breaks }], (all) => {
      first = Math.min(first, performance.now())
      return performance.now() < first + 400 ? all : [...all, ...more]
    })
    const began = performance.now()
    const answer = await service.say({ sessionId: 's' }, 3_000, 3_000, 600)
    expect(answer).toMatchObject({ ok: true, data: { transcript: [{}, {}, ...more] } })
    expect(performance.now() - began).toBeGreaterThan(950)
  })
  it('is unknown when a second copy of its message comes while the first is settled', async () => {
    const from = performance.now() + 500
    const service = serviceOf([{ takes: true, breaks: broken(502) }], (all) =>
      performance.now() < from ? all : [...all, ...all.slice(-2)],
    )
    expect(await service.say({ sessionId: 's' }, 3_000, 3_000, 600)).toMatchObject({ failure: { why: 'twice' } })
  })
  it('is unknown when its session changes for longer than its limit and as long again as it is to be still', async () => {
    const service = serviceOf([{ takes: true, breaks: reset }], (all, looks) => [
      ...all,
      ...Array.from({ length: looks }, (__, index) => said('assistant', 'and more', 100 + index)),
    ])
    expect(await service.say({ sessionId: 's' }, 400, 400, 600)).toMatchObject({
      failure: { kind: 'unknown', why: 'unanswered' },
    })
  })
  it('is read to the end of a recording, which keeps a look only where it shows something new, without a wait', async () => {
    const more = [said('assistant', 'and more', 60)]
    const service = serviceOf([{ takes: true, breaks: reset }], (all, looks) => (looks < 2 ? all : [...all, ...more]))
    const began = performance.now()
    expect(await service.say({ sessionId: 's' }, 3_000, 3_000, 0)).toMatchObject({
      data: { transcript: [{}, {}, ...more] },
      recovered: { looks: 3 },
    })
    expect(performance.now() - began).toBeLessThan(900)
  })
  it.each([
    ['a reset', reset],
    ['a 500', broken(500)],
    ['a 502', broken(502)],
    ['a page', page],
  ])('is not sent again after %s, which may come from between: who knows whether it comes yet', async (_, breaks) => {
    const service = serviceOf([{ takes: false, breaks }])
    expect(await service.say({ sessionId: 's' }, 3_000)).toMatchObject({
      failure: { kind: 'unknown', why: 'not taken', cause: breaks },
    })
    expect(service.counts().sendings).toBe(1)
  })
  it('is never sent again while it may still come', async () => {
    const service = serviceOf([{ takes: false, breaks: late }])
    expect(await service.say({ sessionId: 's' }, 400)).toMatchObject({
      failure: { kind: 'unknown', why: 'not taken', cause: late },
    })
    expect(service.counts().sendings).toBe(1)
  })
  it('is unknown when the session holds it twice, also when it came late', async () => {
    const twice = serviceOf([{ takes: true, breaks: reset }], (all) => [...all, ...all.slice(-2)])
    expect(await twice.say()).toMatchObject({ failure: { kind: 'unknown', why: 'twice' } })
    const hidden = serviceOf([{ takes: true, breaks: limited }], (all) => (all.length < 6 ? all.slice(0, 2) : all))
    expect(await hidden.say({ sessionId: 's' }, 3_000)).toMatchObject({
      failure: { kind: 'unknown', why: 'twice', cause: limited },
    })
  })
  it('is unknown when the agent never finishes', async () => {
    const open = serviceOf([{ takes: true, breaks: reset }], (all) => [...all.slice(0, -1), called('find', 'c')])
    expect(await open.say({ sessionId: 's' }, 400)).toMatchObject({ failure: { kind: 'unknown', why: 'unanswered' } })
  })
  it('is unknown without a session to look at', async () => {
    const service = serviceOf([{ takes: true, breaks: reset }])
    expect(await service.say({})).toMatchObject({ failure: { kind: 'unknown', why: 'no session', looks: 0 } })
    expect(service.counts()).toEqual({ sendings: 1, looks: 0 })
  })
  it('is sent again blindly when it never left, also as the first of a session', async () => {
    const service = serviceOf([{ takes: false, breaks: refused }])
    expect(await service.say({})).toMatchObject({ ok: true, recovered: { how: 'sent again', sendings: 2, looks: 0 } })
    const down = serviceOf(Array.from({ length: 9 }, () => ({ takes: false, breaks: refused })))
    expect(await down.say()).toMatchObject({ failure: refused })
  })
  it('stays refused when it was refused', async () => {
    const service = serviceOf([{ takes: false, breaks: broken(404) }])
    expect(await service.say()).toMatchObject({ failure: broken(404) })
    expect(service.counts()).toEqual({ sendings: 1, looks: 0 })
  })
})

describe.concurrent('a turn that is to come again (429)', () => {
  it('is looked for first, and used when it was taken all the same', async () => {
    const service = serviceOf([{ takes: true, breaks: limited }])
    expect(await service.say()).toMatchObject({
      ok: true,
      recovered: { how: 'fetched', breaks: [limited], sendings: 1 },
    })
    expect([service.taken(), service.counts().sendings]).toEqual([1, 1])
  })
  it('is found also where the session shows it late', async () => {
    const began = performance.now()
    const service = serviceOf([{ takes: true, breaks: limited }], (all) =>
      performance.now() - began < 600 ? all.slice(0, 2) : all,
    )
    expect(await service.say()).toMatchObject({ ok: true, recovered: { how: 'fetched' } })
    expect(service.taken()).toBe(1)
  })
  it('is sent again when the session is sure not to hold it, however short its limit, and must then stand there once', async () => {
    const service = serviceOf([{ takes: false, breaks: limited }])
    const began = performance.now()
    expect(await service.say({ sessionId: 's' }, 400, 3_000)).toMatchObject({
      ok: true,
      timeMs: 1,
      recovered: { how: 'sent again', breaks: [limited], sendings: 2 },
    })
    expect(performance.now() - began).toBeGreaterThan(1_000)
    expect(service.taken()).toBe(1)
  })
  it('is unknown when it stands there and none of several sendings was answered, since another may come', async () => {
    const service = serviceOf([
      { takes: false, breaks: limited },
      { takes: true, breaks: limited },
    ])
    expect(await service.say({ sessionId: 's' }, 3_000)).toMatchObject({
      failure: { kind: 'unknown', why: 'sent again', cause: limited },
    })
  })
  it('is given up when the service goes on refusing it', async () => {
    const service = serviceOf(Array.from({ length: 9 }, () => ({ takes: false, breaks: limited })))
    expect(await service.say({ sessionId: 's' }, 1_500)).toMatchObject({
      failure: { kind: 'not taken', cause: limited, sendings: 2 },
    })
    expect(service.taken()).toBe(0)
  })
  it('is unknown at once when it should wait for longer than it may, which is told', async () => {
    const service = serviceOf([{ takes: false, breaks: { ...limited, retryAfterMs: 3_600_000 } }])
    const { failure } = (await service.say()) as { failure: Failure }
    expect(failure).toMatchObject({ kind: 'unknown', why: 'held back', looks: 0 })
    expect(describeFailure(failure)).toContain('it asks to wait 3600 s (Retry-After)')
    expect(service.counts()).toEqual({ sendings: 1, looks: 0 })
  })
  it('is unknown as the first of a session, which nobody can look for', async () => {
    const service = serviceOf([{ takes: true, breaks: limited }])
    expect(await service.say({})).toMatchObject({ failure: { kind: 'unknown', why: 'no session', cause: limited } })
    expect(service.counts()).toEqual({ sendings: 1, looks: 0 })
  })
})
