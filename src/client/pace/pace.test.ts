import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Transport, WireAnswer, WireRequest } from '../transport.ts'
import { createPace, type Pace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const turn = (more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url: 'https://api.example/api/chat-agent/trigger',
  headers: { 'content-type': 'application/json' },
  body: '{"doReturnResponse":true,"agentName":"desk","message":"hi"}',
  timeLimitMs: 30_000,
  ...more,
})
const good: WireAnswer = { status: 200, headers: {}, text: 'fine' }
const refusal = (retryAfter?: string): WireAnswer => ({
  status: 429,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  text: 'too many',
})

/** A service that gives these answers in turn, then good ones, each after 40 ms; `at` is when each request came. */
function scripted(...answers: WireAnswer[]): { send: Transport; at: number[] } {
  const at: number[] = []
  const began = performance.now()
  return {
    at,
    async send() {
      const answer = answers[at.push(performance.now() - began) - 1] ?? good
      await new Promise((resolve) => setTimeout(resolve, 40))
      return answer
    },
  }
}

/** Lets the clock run for so many seconds and gives what became of promises by then. */
async function within<T>(seconds: number, promises: readonly Promise<T>[]): Promise<(T | string)[]> {
  const settled: (T | string)[] = promises.map(() => 'pending')
  promises.forEach((each, index) => {
    each.then(
      (value) => {
        settled[index] = value
      },
      (error: Error) => {
        settled[index] = error.message
      },
    )
  })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return settled
}

const pace = (): Pace => createPace({ most: 8, random: () => 0 })

describe('a refused turn', () => {
  it('is sent again after Retry-After, and the waiting is no part of its time', async () => {
    const { send, at } = scripted(refusal('3'))
    expect(await within(4, [pace().through(send)(turn())])).toEqual([{ ...good, timeMs: 40 }])
    expect(at).toEqual([0, 3_040])
  })
  it('backs off by itself where Retry-After is missing, longer each time', async () => {
    const { send, at } = scripted(refusal(), refusal(), refusal('0'))
    await within(10, [pace().through(send)(turn())])
    expect(at).toEqual([0, 290, 830, 1_870])
  })
  it('is errored with the words of the service where the waiting exceeds its time limit', async () => {
    const { send, at } = scripted(refusal('31'))
    expect(await within(1, [pace().through(send)(turn())])).toEqual([refusal('31')])
    expect(at).toEqual([0])
  })
  it('waits no longer in all than its time limit, however often it is refused', async () => {
    const { send, at } = scripted(...Array.from({ length: 20 }, () => refusal('4')))
    expect(await within(60, [pace().through(send)(turn({ timeLimitMs: 10_000 }))])).toMatchObject([refusal('4')])
    expect(at).toEqual([0, 4_040, 8_080])
  })
  it('is never sent again where it could message somebody', async () => {
    const { send, at } = scripted(refusal('1'))
    const body = '{"agentName":"desk","message":"hi","customerNumber":"+15550100"}'
    expect(await within(5, [pace().through(send)(turn({ body }))])).toEqual([refusal('1')])
    expect(at).toEqual([0])
  })
  it('ends when it is interrupted', async () => {
    const { send, at } = scripted(refusal('9'))
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 2_000)
    expect(await within(3, [pace().through(send)(turn({ signal: controller.signal }))])).toEqual([
      'aborted: interrupted',
    ])
    expect(at).toEqual([0])
  })
})

describe('a pause', () => {
  it('holds everybody back, and is left one by one', async () => {
    const { send, at } = scripted(good, refusal('5'))
    const paced = pace().through(send)
    const first = [paced(turn()), paced(turn())]
    await vi.advanceTimersByTimeAsync(100)
    const rest = Array.from({ length: 6 }, () => paced(turn({ timeLimitMs: 50 })))
    expect(await within(6, [...first, ...rest])).toEqual([
      good,
      ...Array.from({ length: 7 }, () => ({ ...good, timeMs: 40 })),
    ])
    expect(at.slice(2, 5)).toEqual([5_040, 5_080, 5_120])
    expect(at).toHaveLength(9)
  })
  it('lets nobody wait for hours: the refusal is the answer to all, until the pause is over', async () => {
    const { send, at } = scripted(refusal('3600'))
    const paced = pace().through(send)
    expect(await within(1, [paced(turn())])).toEqual([refusal('3600')])
    expect(await within(1, [paced(turn())])).toEqual([refusal('3600')])
    expect(at).toHaveLength(1)
    expect(await within(3_600, [])).toEqual([])
    expect(await within(1, [paced(turn())])).toEqual([good])
  })
  it('ends for all once a service has refused everything for two minutes', async () => {
    const { send } = scripted(...Array.from({ length: 400 }, () => refusal('2')))
    const paced = createPace({ most: 8 }).through(send)
    const all = Array.from({ length: 8 }, () => paced(turn({ timeLimitMs: 1_000_000 })))
    expect(await within(115, all)).toEqual(all.map(() => 'pending'))
    expect(await within(10, all)).toMatchObject(all.map(() => refusal('2')))
    expect(await within(3, [paced(turn())])).toMatchObject([refusal('2')])
  })
})

it('leaves what is not refused as it is', async () => {
  const { send, at } = scripted()
  const paced = pace().through(send)
  const all = Array.from({ length: 30 }, () => paced(turn()))
  expect(await within(0.05, all)).toEqual(all.map(() => good))
  expect(at).toEqual(all.map(() => 0))
})
