import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFrozenClock, createSystemClock } from '../time/clock.ts'
import { createMemoryStore } from './memory-store.ts'
import type { Store, Timer } from './store.ts'
import { createTimeline, type PerformTimer } from './timeline.ts'

const timer = (id: string, due: number): Timer => ({ id, kind: 'send message', subject: id, due })

/** A performer that drops its timer, as every performer must. */
const taking = (store: Store, perform: PerformTimer) => async (): Promise<PerformTimer> => (each) => {
  store.dropTimer(each.id)
  return perform(each)
}

/** A timeline that only writes down which timers fired, in their order. */
function recordingOn(clock: Parameters<typeof createTimeline>[0]) {
  const store = createMemoryStore()
  const firings: string[] = []
  const perform = taking(store, ({ id }) => void firings.push(id))
  return { store, firings, timeline: createTimeline(clock, store, perform) }
}

describe('a timeline', () => {
  it('on a frozen clock does things at the instant they are due, those that they cause as well', async () => {
    const store = createMemoryStore()
    const clock = createFrozenClock(0)
    const firings: [string, number][] = []
    const timeline = createTimeline(
      clock,
      store,
      taking(store, ({ id }) => {
        firings.push([id, clock.now()])
        if (id === 'b') store.putTimer(timer('caused', 250))
      }),
    )
    for (const [id, due] of [
      ['c', 300],
      ['a', 100],
      ['b', 200],
      ['late', 900],
    ] as const)
      store.putTimer(timer(id, due))
    await timeline.advanceTo(500)
    expect([firings, clock.now()]).toEqual([
      [
        ['a', 100],
        ['b', 200],
        ['caused', 250],
        ['c', 300],
      ],
      500,
    ])
  })
  it('lets several think at once, and a frozen clock waits for all of them', async () => {
    const store = createMemoryStore()
    const clock = createFrozenClock(0)
    const firings: [string, number][] = []
    const release: (() => void)[] = []
    const timeline = createTimeline(clock, store, async () => ({ id }) => {
      if (id === 'late') {
        store.dropTimer(id)
        firings.push([id, clock.now()])
        return undefined
      }
      return new Promise<void>((resolve) => release.push(resolve)).then(() => {
        store.dropTimer(id)
        firings.push([id, clock.now()])
      })
    })
    for (const [id, due] of [
      ['a', 10],
      ['b', 10],
      ['late', 30],
    ] as const)
      store.putTimer(timer(id, due))
    const moved = timeline.advanceTo(50)
    await vi.waitFor(() => expect(release).toHaveLength(2))
    expect([firings, clock.now()]).toEqual([[], 10])
    for (const free of release.reverse()) free()
    await moved
    expect(firings).toEqual([
      ['b', 10],
      ['a', 10],
      ['late', 30],
    ])
  })
  it('goes on when one thing fails, and says so', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const store = createMemoryStore()
    const firings: string[] = []
    const timeline = createTimeline(
      createFrozenClock(0),
      store,
      taking(store, ({ id }) => {
        if (id === 'bad') throw new Error('on purpose')
        firings.push(id)
      }),
    )
    store.putTimer(timer('bad', 1))
    store.putTimer(timer('good', 2))
    await timeline.advanceTo(10)
    expect([firings, store.nextTimer(), warned.mock.calls[0]?.[0]]).toEqual([
      ['good'],
      undefined,
      '"send message" of bad failed: on purpose',
    ])
    warned.mockRestore()
  })
  it('advances one after the other when asked twice at once', async () => {
    const clock = createFrozenClock(0)
    const { store, firings, timeline } = recordingOn(clock)
    for (let due = 1; due <= 20; due += 1) store.putTimer(timer(`t${due}`, due))
    await Promise.all([timeline.advanceTo(15), timeline.advanceTo(20), timeline.settle()])
    expect([firings.length, clock.now()]).toEqual([20, 20])
  })

  describe('on the system clock', () => {
    beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
    afterEach(() => void vi.useRealTimers())
    it('sleeps until the first thing is due, also when an earlier one comes up', async () => {
      const store = createMemoryStore()
      const firings: [string, number][] = []
      const timeline = createTimeline(
        createSystemClock(),
        store,
        taking(store, ({ id }) => void firings.push([id, Date.now()])),
      )
      store.putTimer(timer('later', 5_000))
      timeline.arm()
      store.putTimer(timer('sooner', 2_000))
      timeline.arm()
      await vi.advanceTimersByTimeAsync(1_500)
      expect(firings).toEqual([['sooner', 2_000]])
      await vi.advanceTimersByTimeAsync(10_000)
      expect(firings).toEqual([
        ['sooner', 2_000],
        ['later', 5_000],
      ])
    })
    it('waits no longer where the clock is set back, and not for what is passed where it is set forward', async () => {
      const { store, firings, timeline } = recordingOn(createSystemClock())
      const day = 86_400_000
      for (const jump of [-day, day, -3_600_000, 3_600_000, -2 * day]) {
        store.putTimer(timer(`after ${jump}`, Date.now() + 3 * day)) // what is due later is armed again and again
        timeline.arm()
        vi.setSystemTime(Date.now() + jump)
        await vi.advanceTimersByTimeAsync(3 * day)
        expect(firings.at(-1)).toBe(`after ${jump}`)
      }
    })
    it('never reads a time before one that it read', () => {
      const clock = createSystemClock()
      const times = [clock.now()]
      for (const jump of [-86_400_000, 3_600_000, -3_600_000, 86_400_000, -1]) {
        vi.setSystemTime(Date.now() + jump)
        vi.advanceTimersByTime(1_000)
        times.push(clock.now())
      }
      const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(1_000)
      expect(times.every(Number.isInteger)).toBe(true)
    })
    it('wakes for what is further away than a timeout can be, and not after it was stopped', async () => {
      const { store, firings, timeline } = recordingOn(createSystemClock())
      store.putTimer(timer('in two months', 1_000 + 60 * 86_400_000))
      timeline.arm()
      await vi.advanceTimersByTimeAsync(59 * 86_400_000)
      expect(firings).toEqual([])
      await vi.advanceTimersByTimeAsync(2 * 86_400_000)
      expect(firings).toEqual(['in two months'])
      store.putTimer(timer('never', Date.now() + 10))
      timeline.arm()
      timeline.stop()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(firings).toEqual(['in two months'])
    })
  })
})
