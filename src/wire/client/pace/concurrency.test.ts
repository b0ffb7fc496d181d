import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runPool } from '../../../engine/run/pool.ts'
import type { WireRequest } from '../transport.ts'
import { type BusyService, busyService, slowingService } from './busy-service.fixture.ts'
import { createPace, type Pace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const turn: WireRequest = {
  method: 'POST',
  url: 'https://api.example/api/chat-agent/trigger',
  headers: { 'content-type': 'application/json' },
  timeLimitMs: 30_000,
}

/**
 * Plays conversations of five turns for a while. Gives the throughput as a share of `best` answers a second,
 * and the refusals.
 */
async function play(
  service: BusyService,
  pace: Pace,
  best: number,
  seconds = 60,
): Promise<{ share: number; refusals: number }> {
  const paced = pace.through(service.send)
  const end = new AbortController()
  let answered = 0
  const conversation = async (): Promise<void> => {
    for (let index = 0; index < 5 && !end.signal.aborted; index += 1) {
      const sessionId = index === 0 ? {} : { sessionId: 's' }
      const body = JSON.stringify({ doReturnResponse: true, agentName: 'desk', ...sessionId })
      const { status } = await paced({ ...turn, body })
      if (!end.signal.aborted && status === 200) answered += 1
    }
  }
  const run = runPool([...Array(10_000).keys()], pace.lanes, conversation, { signal: end.signal })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  const refusals = service.heard.filter(({ refused }) => refused).length
  end.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  await run
  return { share: answered / seconds / best, refusals }
}

describe('concurrency that is found out', () => {
  const adaptive = (): Pace => createPace({ most: 64, adaptive: true })
  it.each([6, 30])(
    'fills a service that refuses more than %i at once, and seldom provokes it',
    { tags: 'slow' },
    async (atOnce) => {
      const service = busyService({ atOnce }, 200, '1')
      const { share, refusals } = await play(service, adaptive(), 5 * atOnce)
      expect(share).toBeGreaterThan(0.8)
      expect(refusals).toBeLessThan(25)
    },
  )
  it.each([6, 20])(
    'fills a service that gets slower with more than %i at once, without a long queue',
    async (atOnce) => {
      const pace = adaptive()
      const { share } = await play(slowingService(atOnce, 200), pace, 5 * atOnce)
      expect(share).toBeGreaterThan(0.9)
      expect(pace.lanes.limit()).toBeLessThanOrEqual(2 * atOnce)
    },
  )
  it('uses what a service takes, where that is more than it may use', async () => {
    const pace = adaptive()
    await play(busyService({ atOnce: 1_000 }, 200), pace, 1, 10)
    expect(pace.lanes.limit()).toBe(64)
  })
})

it('keeps to a rate, whatever the number of conversations', async () => {
  const service = busyService({ aSecond: 10 }, 20, '1')
  const fixed = createPace({ most: 64 })
  const { share, refusals } = await play(service, fixed, 10, 20)
  expect(share).toBeGreaterThan(0.9)
  expect(refusals).toBeLessThan(150)
  expect(fixed.facts().refusals).toBeGreaterThanOrEqual(refusals)
})
