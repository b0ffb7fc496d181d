import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Transport, WireAnswer, WireRequest } from '../transport.ts'
import { createPace, type Pace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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

/** A service that gives these answers in turn, then sound ones, each after 40 ms; `at` is when each request came. */
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

/** Advances the clock by so many seconds and gives the results of promises settled by then. */
async function within<T>(seconds: number, promises: readonly Promise<T>[]): Promise<(T | string)[]> {
  const outcomes: (T | string)[] = promises.map(() => 'pending')
  promises.forEach((each, index) => {
    each.then(
      (value) => {
        outcomes[index] = value
      },
      (error: Error) => {
        outcomes[index] = error.message
      },
    )
  })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return outcomes
}

const pace = (): Pace => createPace({ most: 8 })
const read: Partial<WireRequest> = { method: 'GET', url: 'https://api.example/api/session/fetch/s' }
const heldBack = (words: string): unknown => expect.stringMatching(new RegExp(`^held back: .*${words}`))

describe('a read that is refused', () => {
  it('is made again after Retry-After, and the waiting is no part of its time', async () => {
    const { send, at } = scripted(refusal('3'))
    expect(await within(4, [pace().through(send)(turn(read))])).toEqual([{ ...good, timeMs: 40 }])
    expect(at).toEqual([0, 3_040])
  })
  it('backs off where Retry-After is missing, longer each time, and by chance', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { send, at } = scripted(refusal(), refusal(), refusal('0'))
    await within(20, [pace().through(send)(turn(read))])
    expect(at).toEqual([0, 790, 2_330, 5_370])
  })
  it('gives the words of the service where the waiting exceeds what it may wait', async () => {
    const { send, at } = scripted(refusal('31'))
    expect(await within(1, [pace().through(send)(turn(read))])).toEqual([refusal('31')])
    expect(at).toEqual([0])
  })
  it('waits no longer in all than it may, however often it is refused', async () => {
    const { send, at } = scripted(...Array.from({ length: 20 }, () => refusal('4')))
    const patient = pace().through(send)(turn({ ...read, timeLimitMs: 100, waitMs: 10_000 }))
    expect(await within(60, [patient])).toMatchObject([refusal('4')])
    expect(at).toEqual([0, 4_040, 8_080])
  })
  it('ends when it is interrupted', async () => {
    const { send, at } = scripted(refusal('9'))
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 2_000)
    expect(await within(3, [pace().through(send)(turn({ ...read, signal: controller.signal }))])).toEqual([
      'aborted: interrupted',
    ])
    expect(at).toEqual([0])
  })
})

it.each(['POST', 'DELETE'] as const)(
  'a %s that is refused is never sent again: it may have been taken',
  async (method) => {
    const { send, at } = scripted(refusal('1'))
    expect(await within(5, [pace().through(send)(turn({ method }))])).toEqual([refusal('1')])
    expect(at).toEqual([0])
  },
)

describe('a pause', () => {
  it('holds everybody back, and is left by one that goes ahead of all', async () => {
    const { send, at } = scripted(good, refusal('5'))
    const paced = pace().through(send)
    const first = [paced(turn()), paced(turn())]
    await vi.advanceTimersByTimeAsync(100)
    const rest = Array.from({ length: 3 }, () => paced(turn()))
    expect(await within(6, [...first, ...rest])).toEqual([
      good,
      refusal('5'),
      ...Array.from({ length: 3 }, () => ({ ...good, timeMs: 40 })),
    ])
    expect(at.slice(2)).toEqual([5_040, 5_080, expect.any(Number)])
  })
  it('is tried out by a read, then by a later turn, and by a first turn only where nobody else waits', async () => {
    const { send } = scripted(refusal('5'))
    const order: string[] = []
    const paced = createPace({ most: 1 }).through((request) => {
      order.push(request.method === 'GET' ? 'read' : request.body?.includes('sessionId') === true ? 'later' : 'first')
      return send(request)
    })
    const body = '{"doReturnResponse":true,"agentName":"desk","message":"hi","sessionId":"s"}'
    const all = [paced(turn())]
    await vi.advanceTimersByTimeAsync(100)
    all.push(paced(turn()), paced(turn({ body })), paced(turn(read)))
    await within(6, all)
    expect(order).toEqual(['first', 'read', 'later', 'first'])
  })
  it('ends at once for whoever may not wait for so long, and says so', async () => {
    const { send, at } = scripted(refusal('3600'))
    const paced = pace().through(send)
    expect(await within(1, [paced(turn())])).toEqual([refusal('3600')])
    const words = 'asks everybody to wait 3600 s \\(Retry-After\\), and 30 s are left'
    expect(await within(1, [paced(turn())])).toEqual([heldBack(words)])
    expect(at).toHaveLength(1)
    expect(await within(3_600, [])).toEqual([])
    expect(await within(1, [paced(turn())])).toEqual([good])
  })
  it('of an hour that one lane is told of ends the waiting of the other, which was answered after it', async () => {
    const slow = { ...good, text: 'slow' }
    const send: Transport = async ({ body = '' }) => {
      if (body.includes('refused')) return refusal('3600')
      await new Promise((resolve) => setTimeout(resolve, 500))
      return slow
    }
    const paced = pace().through(send)
    const both = [paced(turn()), paced(turn({ body: 'refused' }))]
    expect(await within(1, both)).toEqual([slow, refusal('3600')])
    const more = [paced(turn({ waitMs: 180_000 })), paced(turn(read))]
    expect(await within(1, more)).toEqual([heldBack('180 s are left'), heldBack('30 s are left')])
  })
  it('that grows while somebody waits for it ends that at once', async () => {
    const answers = [refusal('2'), refusal('3600')]
    const send: Transport = async () => {
      await new Promise((resolve) => setTimeout(resolve, answers.length * 400))
      return answers.shift() ?? good
    }
    const paced = pace().through(send)
    const early = [paced(turn()), paced(turn())]
    await vi.advanceTimersByTimeAsync(900)
    expect(await within(3, [...early, paced(turn())])).toEqual([
      refusal('2'),
      refusal('3600'),
      heldBack('30 s are left'),
    ])
  })
  it('goes on with somebody else where the one that tried it out came to nothing', async () => {
    const outcomes = [async () => refusal('1'), async () => Promise.reject(new Error('broke')), async () => good]
    const paced = pace().through(() => (outcomes.shift() ?? outcomes[0] ?? (async () => good))())
    const first = paced(turn())
    await vi.advanceTimersByTimeAsync(10)
    expect(await within(3, [first, paced(turn()), paced(turn())])).toMatchObject([refusal('1'), 'broke', good])
  })
  it('ends for all once a service has refused everything for two minutes', async () => {
    const { send } = scripted(...Array.from({ length: 400 }, () => refusal('2')))
    const paced = createPace({ most: 8 }).through(send)
    const all = Array.from({ length: 8 }, () => paced(turn({ ...read, timeLimitMs: 1_000_000 })))
    expect(await within(115, all)).toEqual(all.map(() => 'pending'))
    expect(await within(15, all)).toMatchObject(all.map(() => refusal('2')))
    const last = [paced(turn()), paced(turn({ waitMs: 1_000_000 }))]
    expect(await within(1, last)).toEqual([refusal('2'), heldBack('refused everything for 1\\d\\d s')])
  })
})

it('a request that finds no room waits no longer than it may either', async () => {
  const never: Transport = () => new Promise(() => undefined)
  const paced = createPace({ most: 1, adaptive: true }).through(never)
  expect(await within(31, [paced(turn()), paced(turn())])).toEqual(['pending', heldBack('no more than 1 at once')])
})

it('leaves what is not refused as it is', async () => {
  const { send, at } = scripted()
  const paced = pace().through(send)
  const all = Array.from({ length: 30 }, () => paced(turn()))
  expect(await within(0.05, all)).toEqual(all.map(() => good))
  expect(at).toEqual(all.map(() => 0))
})
