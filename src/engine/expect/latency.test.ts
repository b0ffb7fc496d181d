import { describe, expect, it } from 'vitest'
import { said } from '../transcript/entries.fixture.ts'
import { judgeTurn, ran } from './judge-turn.fixture.ts'
import { keeps, percentile } from './latency.ts'

/** Each outcome as subject, tool, time, limit, verdict and index. */
const judged = (latency: string, entries: Parameters<typeof judgeTurn>[1]): unknown[] =>
  judgeTurn(`latency: ${latency}`, entries, { turnMs: 3_000 }).map((outcome) =>
    outcome.kind === 'latency'
      ? [outcome.subject, outcome.tool, outcome.ms, outcome.limit.ms, outcome.verdict, outcome.index]
      : outcome.kind,
  )
const timedCall = (name: string, executionTimeMs: number | null) => ran(name, {}, '{}', { executionTimeMs })

describe('a percentile', () => {
  it.each([
    [[], 0.5, null],
    [[7], 0.95, 7],
    [[7], 0, 7],
    [[100, 20, 3, 9], 0.5, 9],
    [[100, 20, 3, 9], 0.51, 20],
    [[100, 20, 3, 9], 1, 100],
    [Array.from({ length: 20 }, (_, index) => 20 - index), 0.95, 19],
  ])('of %j at %d is %j', (samples, share, value) => {
    expect(percentile(samples, share)).toBe(value)
  })
})

describe('the times of a turn', () => {
  it('are no matter of a turn where only the statistics of a tool have limits', () => {
    expect(judged('{ tool: { p95: 1 s } }', [])).toEqual([])
    expect(judged('{ tools: { a: { p95: 1 s } } }', [])).toEqual([])
  })

  it('are the clock, the reply and every call, each against its own limit', () => {
    const entries = [...timedCall('a', 10), ...timedCall('b', 900), said('assistant', 'ok', 2_000)]
    expect(judged('{ turn: 3 s, reply: 1 s, tool: 800 ms }', entries)).toEqual([
      ['turn', null, 3_000, 3_000, 'passed', undefined],
      ['reply', null, 2_000, 1_000, 'failed', undefined],
      ['tool', 'a', 10, 800, 'passed', 1],
      ['tool', 'b', 900, 800, 'failed', 3],
    ])
  })
  it('of a tool with a limit of its own are held against that alone', () => {
    const entries = [...timedCall('a', 900), ...timedCall('b', 900)]
    expect(judged('{ tool: 1 s, tools: { a: 800 ms } }', entries)).toEqual([
      ['tool', 'a', 900, 800, 'failed', 1],
      ['tool', 'b', 900, 1_000, 'passed', 3],
    ])
    expect(judged('{ tools: { a: 1 s } }', entries)).toEqual([['tool', 'a', 900, 1_000, 'passed', 1]])
  })
  it('are not judged where they are not known, or nothing took any', () => {
    expect(judged('{ tool: 1 s, tools: { a: 2 s } }', [said('assistant', 'ok')])).toEqual([
      ['tool', null, null, 1_000, 'not judged', undefined],
      ['tool', 'a', null, 2_000, 'not judged', undefined],
    ])
    expect(judged('{ tools: { a: 1 s, b: 2 s } }', timedCall('a', 1))).toEqual([
      ['tool', 'a', 1, 1_000, 'passed', 1],
      ['tool', 'b', null, 2_000, 'not judged', undefined],
    ])
    expect(judged('{ tool: 1 s }', timedCall('a', null))).toEqual([['tool', 'a', null, 1_000, 'not judged', 1]])
    expect(judged('{ tool: 1 s }', timedCall('a', null).slice(0, 1))).toEqual([
      ['tool', 'a', null, 1_000, 'not judged', 1],
    ])
  })
  it('over several turns are for others to judge', () => {
    const several = '{ turn: { p50: 1 s }, reply: { p50: 1 s }, tool: { p95: 1 s }, tools: { a: { p50: 1 s } } }'
    expect(judged(several, timedCall('a', 9_000))).toEqual([])
  })
})

describe('a limit', () => {
  const at = { line: 1, column: 1, length: 1 }
  it.each([
    ['<', [true, false, false]],
    ['<=', [true, true, false]],
    ['>', [false, false, true]],
    ['>=', [false, true, true]],
  ] as const)('%s 5 ms holds for 4, 5 and 6: %j', (sign, verdicts) => {
    expect([4, 5, 6].map((ms) => keeps(ms, { sign, ms: 5, at, written: `${sign} 5 ms` }))).toEqual(verdicts)
  })
})
