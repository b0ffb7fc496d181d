import { describe, expect, it } from 'vitest'
import { type Transport, TransportError, type WireRequest } from '../../wire/client/transport.ts'
import { describeUnused, playAttempt } from './play-attempt.ts'
import { recordThrough } from './record-exchanges.ts'
import { turnOf } from './tape.fixture.ts'
import type { TapedExchange } from './tape.ts'

const chat = (message: string, more: object = {}): WireRequest => ({
  method: 'POST',
  url: 'http://127.0.0.1:4999/api/chat-agent/trigger',
  headers: { 'x-api-key': 'other-key' },
  body: JSON.stringify({ ...more, message, doReturnResponse: true }),
  timeLimitMs: 1_000,
})
const fetchOf = (id: string): WireRequest => ({
  method: 'GET',
  url: `https://api.example/api/session/fetch/${id}`,
  headers: {},
  timeLimitMs: 1_000,
})
const stored = (id: string, status: string): TapedExchange => ({
  request: { method: 'GET', path: `/api/session/fetch/${id}` },
  ms: 3,
  answer: { kind: 'json', status: 200, headers: {}, body: { status } },
})
const play = (...exchanges: TapedExchange[]) => playAttempt(exchanges, { standIns: [], bound: new Map() })
const failureOf = async (answer: Promise<unknown>): Promise<TransportError> => {
  const error = await answer.then(
    () => null,
    (each: unknown) => each,
  )
  if (error instanceof TransportError) return error
  throw new Error('it was answered')
}

describe('a replay', () => {
  it('answers as it was recorded, with the time it took, whatever host, port, key and order of members', async () => {
    const { send, misses, unused } = play(turnOf('Hi', 'Hello'), stored('s-1', 'active'))
    expect(await send(chat('Hi'))).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: '{"responseCode":200,"data":{"reply":"Hello"}}',
      timeMs: 12.5,
    })
    expect(unused()).toHaveLength(1)
    await send(fetchOf('s-1'))
    expect([misses, unused()]).toEqual([[], []])
  })
  it('answers a read again and again, until what was recorded next is asked', async () => {
    const { send } = play(stored('s-1', 'active'), stored('s-1', 'completed'), turnOf('Hi', 'Hello'))
    const texts = [await send(fetchOf('s-1')), await send(fetchOf('s-1')), await send(fetchOf('s-1'))]
    expect(texts.map(({ text }) => JSON.parse(text).status)).toEqual(['active', 'completed', 'completed'])
    expect((await send(chat('Hi'))).status).toBe(200)
    expect((await failureOf(send(chat('Hi')))).code).toContain('every recorded request was answered already')
  })
  it('keeps to the order: a turn that comes too early has no answer', async () => {
    const { send } = play(turnOf('One', '1'), turnOf('Two', '2'))
    const { kind, code } = await failureOf(send(chat('Two')))
    expect(kind).toBe('unrecorded')
    expect(code).toBe(
      'the tape holds no answer to POST /api/chat-agent/trigger here: it was recorded as request 2, and request 1 was to come first',
    )
  })
  it('names the closest recorded request, and how they differ', async () => {
    const { send, misses, unused } = play(
      stored('s-1', 'active'),
      turnOf('Where is my order 1042?', 'On its way.', { metadata: { tier: 'gold', name: 'Asha' } }),
    )
    await failureOf(send(fetchOf('s-2')))
    const { code } = await failureOf(
      send(chat('Where is my order 1043?', { metadata: { tier: 'silver', since: 2020 } })),
    )
    expect(code).toMatchInlineSnapshot(`
      "the tape holds no answer to POST /api/chat-agent/trigger
        the closest is request 2, POST /api/chat-agent/trigger; the tape is at request 1
          body.message
            recorded: "Where is my order 1042?"
            sent now: "Where is my order 1043?"
          body.metadata.tier
            recorded: "gold"
            sent now: "silver"
          body.metadata.name
            recorded: "Asha"
            sent now: nothing
          body.metadata.since
            recorded: nothing
            sent now: 2020"
    `)
    expect(misses).toHaveLength(2)
    expect(describeUnused(unused())).toMatchInlineSnapshot(
      `"2 recorded requests were not made, from request 1 on (GET /api/session/fetch/s-1)"`,
    )
  })
  it('gives a recorded fault again', async () => {
    const [exchange] = [turnOf('Hi', '')]
    const none = { kind: 'none', reason: 'timed out', code: '30000 ms' } as const
    expect(await failureOf(play({ ...exchange, ms: 30_000, answer: none }).send(chat('Hi')))).toMatchObject({
      kind: 'timed out',
      code: '30000 ms',
      timeMs: 30_000,
    })
  })
  it('gives back in answers what was sent in the place of a stand-in', async () => {
    const exchange = turnOf(
      'I am email-1@redacted.invalid',
      'Hello email-1@redacted.invalid, or email-2@redacted.invalid',
    )
    const standIns = ['email-1@redacted.invalid', 'email-2@redacted.invalid']
    const { send } = playAttempt([exchange], { standIns, bound: new Map() })
    const { text } = await send(chat('I am asha@shop.example'))
    expect(JSON.parse(text).data.reply).toBe('Hello asha@shop.example, or email-2@redacted.invalid')
  })
})

describe('a recording', () => {
  const key = 'a-secret-key-1234'
  const answering =
    (...texts: string[]): Transport =>
    async () => ({
      status: texts.length > 1 ? 200 : 502,
      headers: { 'content-type': 'text/html', 'x-request-id': 'r-1', date: 'today' },
      text: texts.shift() ?? '',
    })
  it('keeps what matters of both, without the key wherever it is echoed', async () => {
    const { send, exchanges } = recordThrough(answering(`<h1>${key}</h1>`), key)
    await send({ ...chat(`my key is ${key}`), headers: { 'x-api-key': key } })
    expect(exchanges).toEqual([
      {
        request: {
          method: 'POST',
          path: '/api/chat-agent/trigger',
          body: { message: 'my key is <api key>', doReturnResponse: true },
        },
        ms: expect.any(Number),
        answer: {
          kind: 'text',
          status: 502,
          headers: { 'content-type': 'text/html', 'x-request-id': 'r-1' },
          text: '<h1><api key></h1>',
        },
      },
    ])
  })
  it('keeps a read that says the same again once', async () => {
    const { send, exchanges } = recordThrough(answering('{"a":1}', '{"a":1}', '{"a":2}', '{"a":1}', ''), key)
    for (let look = 0; look < 4; look += 1) await send(fetchOf('s-1'))
    expect(exchanges.map(({ answer }) => answer.kind === 'json' && answer.body)).toEqual([{ a: 1 }, { a: 2 }, { a: 1 }])
  })
  it('keeps a fault of the network, and no interruption', async () => {
    const kinds = ['timed out', 'aborted', 'blocked'] as const
    for (const kind of kinds) {
      const { send, exchanges } = recordThrough(() => Promise.reject(new TransportError(kind, 'code')), key)
      await failureOf(send(chat('Hi')))
      expect(exchanges.map(({ answer }) => answer)).toEqual(
        kind === 'timed out' ? [{ kind: 'none', reason: kind, code: 'code' }] : [],
      )
    }
  })
})
