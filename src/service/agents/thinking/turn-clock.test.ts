import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTurnClock, type TurnClock } from './turn-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number): unknown => vi.advanceTimersByTime(ms)

/** A tool that really takes its time is over when it is finished; a canned one answers at once. */
function run(clock: TurnClock, ...tools: { took: number; canned?: true }[]): number[] {
  const begun = tools.map((tool) => ({ ...tool, atMs: clock.begin() }))
  let passed = 0
  const done = new Map<object, number>()
  for (const tool of begun.toSorted((a, b) => (a.canned ? 0 : a.took) - (b.canned ? 0 : b.took))) {
    const lasts = tool.canned ? 0 : tool.took
    pass(lasts - passed)
    passed = lasts
    done.set(tool, clock.finish(tool.atMs, tool.took))
  }
  return begun.map((tool) => done.get(tool) ?? Number.NaN)
}

describe('the clock of a turn', () => {
  it('has measured times, of one tool after the other', () => {
    const clock = startTurnClock()
    pass(10)
    expect([clock.mark(), run(clock, { took: 100 }), run(clock, { took: 50 }), clock.mark()]).toEqual([
      10,
      [110],
      [160],
      160,
    ])
  })

  it.each<[string, { took: number; canned?: true }[], number[], number]>([
    ['real', [{ took: 600 }, { took: 400 }], [600, 400], 600],
    [
      'canned',
      [
        { took: 600, canned: true },
        { took: 400, canned: true },
      ],
      [600, 400],
      600,
    ],
    [
      'of both kinds',
      [{ took: 600 }, { took: 1_000, canned: true }, { took: 20, canned: true }],
      [600, 1_000, 20],
      1_000,
    ],
  ])('shares the time of tools that run at once: %s', (_, tools, done, then) => {
    const clock = startTurnClock()
    expect(run(clock, ...tools)).toEqual(done)
    expect(clock.mark()).toBe(then)
    pass(5)
    expect(clock.mark()).toBe(then + 5)
  })

  it('goes ahead by what canned tools take one after the other', () => {
    const clock = startTurnClock()
    for (const ms of [20, 40, 60]) expect(run(clock, { took: 20, canned: true })).toEqual([ms])
    pass(1)
    expect(clock.mark()).toBe(61)
  })

  it('puts what begins beside a tool behind the outputs that came before', () => {
    const clock = startTurnClock()
    const atMs = clock.begin()
    run(clock, { took: 300, canned: true })
    expect(clock.begin()).toBe(300)
    pass(700)
    expect([clock.finish(300, 100), clock.finish(atMs, 700), clock.mark()]).toEqual([700, 700, 700])
  })

  it('counts what a tool needed before it could be asked', () => {
    const clock = startTurnClock()
    const [first, second] = [clock.begin(), clock.begin()]
    pass(1_000)
    expect([clock.finish(first, 200), clock.finish(second, 300), clock.mark()]).toEqual([1_000, 1_000, 1_000])
  })

  it('reckons calls that the agent made by itself backwards from when it tells of them', () => {
    const clock = startTurnClock()
    pass(600)
    expect(clock.reckon(600)).toEqual({ atMs: 0, doneMs: 600, timeMs: 600 })
    pass(10)
    expect(clock.reckon(600)).toEqual({ atMs: 10, doneMs: 610, timeMs: 600 })
    pass(40)
    expect(clock.reckon(null)).toEqual({ atMs: 610, doneMs: 650, timeMs: 40 })
    expect(clock.mark()).toBe(650)
  })

  it('keeps the order in which calls are told, and is never ahead for it', () => {
    const clock = startTurnClock()
    pass(700)
    expect(clock.reckon(300)).toEqual({ atMs: 400, doneMs: 700, timeMs: 300 })
    expect(clock.reckon(500)).toEqual({ atMs: 400, doneMs: 700, timeMs: 500 })
    expect(clock.mark()).toBe(700)
    expect(clock.reckon(100)).toEqual({ atMs: 700, doneMs: 700, timeMs: 100 })
  })

  it('waits for a time that the turn has not lasted, which nobody can have measured', () => {
    const clock = startTurnClock()
    expect(clock.reckon(300)).toEqual({ atMs: 0, doneMs: 300, timeMs: 300 })
    expect(clock.reckon(200)).toEqual({ atMs: 300, doneMs: 500, timeMs: 200 })
    expect(clock.mark()).toBe(500)
  })
})
