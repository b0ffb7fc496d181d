import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { row } from './history.fixture.ts'
import { buildTrend, type KeptPoint, type Trend } from './trend.ts'

const letters: Record<string, Verdict> = {
  P: 'passed',
  F: 'failed',
  E: 'errored',
  X: 'expected fail',
  M: 'flaky',
  S: 'skipped',
}

/** One point per letter; a lower-case letter is the same with another script, `M` is 3 of 5 attempts. */
function trendOf(text: string, over: (index: number) => Partial<KeptPoint> = () => ({}), whole = true): Trend {
  const points = [...text].map((letter, index): KeptPoint => {
    const verdict = letters[letter.toUpperCase()] ?? 'broken'
    const { reason, ms, p95TurnMs, sessionId } = row()
    const judged = verdict === 'flaky' ? 5 : /[PFX]/i.test(letter) ? 1 : 0
    const passed = verdict === 'flaky' ? 3 : verdict === 'passed' ? 1 : 0
    const script = letter === letter.toUpperCase() ? 'aaaa' : 'bbbb'
    const startedAt = `run ${index}`
    return {
      startedAt,
      verdict,
      reason,
      passed,
      judged,
      ms,
      p95TurnMs,
      sessionId,
      commit: null,
      script,
      ...over(index),
    }
  })
  return buildTrend(row(), points, whole)
}

describe('flakiness', () => {
  it.each([
    ['PPPP', 0, 3, false],
    ['PPFF', 1, 3, false],
    ['PFPP', 2, 3, true],
    ['PFPFPF', 5, 5, true],
    ['PXPP', 2, 3, true],
    ['PEFEP', 2, 2, true],
    ['PPff', 0, 2, false],
    ['PfPf', 0, 0, false],
    ['PPM', 1, 2, true],
    ['E', 0, 0, false],
    ['', 0, 0, false],
  ])('of %s is %i flips of %i chances', (text, flips, chances, flaky) => {
    expect(trendOf(text).flakiness).toMatchObject({ flips, chances, flaky })
  })
  it.each([
    ['PFPF', 'abab', 0, 0, false],
    ['PPFF', 'aabb', 0, 2, false],
    ['PFPFFF', 'aaabbb', 2, 4, true],
    ['PEFP', 'abbb', 1, 1, false],
    ['PMP', 'aba', 1, 1, true],
    ['PFP', '   ', 2, 2, true],
    ['PFP', 'a a', 2, 2, true],
    ['PFPF', 'a ab', 2, 2, true],
  ])('of %s by the agents %s is %i flips of %i chances', (text, agents, flips, chances, flaky) => {
    const { flakiness } = trendOf(text, (index) => ({ agentPrint: agents[index] === ' ' ? null : `${agents[index]}` }))
    expect(flakiness).toMatchObject({ flips, chances, flaky })
  })
  it('has an interval', () => {
    const { rate, interval } = trendOf('PFPFPPPPPPP').flakiness
    expect([rate, interval?.map((end) => Math.round(end * 100))]).toEqual([0.4, [8, 81]])
  })
  it('has the causes of what did not pass, also within a run, and leaves out what is not known', () => {
    const by = (text: string, causes: Record<number, CauseKind>) =>
      trendOf(text, (index) => (causes[index] === undefined ? {} : { cause: causes[index] })).flakiness.causes
    expect(by('PFPP', { 1: 'network' })).toEqual([['network', 2]])
    expect(by('FPPFP', { 0: 'agent', 3: 'service' })).toEqual([
      ['service', 2],
      ['agent', 1],
    ])
    expect(by('PM', { 1: 'agent' })).toEqual([['agent', 1]])
    expect(by('PFP', {})).toEqual([])
    expect(by('PEFEP', { 1: 'network', 2: 'agent', 3: 'network' })).toEqual([['agent', 2]])
  })
  it('never counts more flips than chances, nor an interval without the rate', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'PFEXMSpfx')), (marks) => {
        const { flips, chances, rate, interval } = trendOf(marks.join('')).flakiness
        expect(flips).toBeLessThanOrEqual(chances)
        if (rate === null) return
        expect(
          [interval?.[0] ?? 2, interval?.[1] ?? -1].map((end, side) =>
            side === 0 ? end <= rate + 1e-9 : end >= rate - 1e-9,
          ),
        ).toEqual([true, true])
      }),
      { seed: 16 },
    )
  })
})

describe('a trend', () => {
  it('adds up the attempts', () => {
    expect(trendOf('PFMES').pass).toMatchObject({ passed: 4, judged: 7 })
  })
  it('knows the last failure and since when it fails', () => {
    expect(trendOf('PPFEF')).toMatchObject({
      lastFailure: { startedAt: 'run 4' },
      failingSince: { startedAt: 'run 2', runs: 2, atLeast: false },
    })
    expect(trendOf('PFP')).toMatchObject({ lastFailure: { startedAt: 'run 1' }, failingSince: null })
    expect(trendOf('FF', undefined, false).failingSince).toMatchObject({ runs: 2, atLeast: true })
    expect(trendOf('FF').failingSince).toMatchObject({ runs: 2, atLeast: false })
    expect(trendOf('EE')).toMatchObject({ lastFailure: null, failingSince: null })
  })
  it('knows what changed before the first failure', () => {
    const changed = (text: string, agents: string) =>
      trendOf(text, (index) => ({ agentPrint: `${agents[index]}` })).failingSince?.changed
    expect(changed('PPFF', 'aabb')).toEqual(['agent'])
    expect(changed('PEF', 'abb')).toEqual(['agent'])
    expect(changed('Pff', 'abb')).toEqual(['script', 'agent'])
    expect(changed('PPf', 'aaa')).toEqual(['script'])
    expect(changed('PPFF', 'aaab')).toEqual([])
    expect(changed('FF', 'ab')).toEqual([])
  })
  it('marks where the agent changed: not where it was not seen, or where another Tableread may see more of it', () => {
    const marks = (prints: (string | null)[], versions = '') =>
      trendOf('P'.repeat(prints.length), (index) => ({
        agentPrint: prints[index] ?? null,
        tableread: versions[index] ?? '1',
      })).points.map(({ agentChanged }) => agentChanged)
    expect(marks(['a', 'b', 'b', 'a'])).toEqual([false, true, false, true])
    expect(marks([null, 'a', null, 'a', null, 'b'])).toEqual([false, false, false, false, false, true])
    expect(marks(['a', 'b', 'c'], '122')).toEqual([false, false, true])
    expect(marks(['version 4', 'version 4 0f3a', 'version 4 1b2c'])).toEqual([false, false, true])
  })
  it('says nothing more of a point than reports show', () => {
    expect(trendOf('P', () => ({ agentPrint: 'a', tableread: '1' })).points[0]).not.toHaveProperty('agentPrint')
  })
  it('marks where the script changed', () => {
    expect(trendOf('PPpp').points.map(({ scriptChanged }) => scriptChanged)).toEqual([false, false, true, false])
  })
})

describe('the times', () => {
  const times = (timeOf: (index: number) => number) =>
    trendOf('P'.repeat(12), (index) => ({ p95TurnMs: timeOf(index) }))
  it.each([
    ['slower', (index: number) => 100 + index * 10],
    ['faster', (index: number) => 400 - index * 20],
    ['steady', (index: number) => 100 + (index % 3) * 10],
    ['steady', (index: number) => 100 + index * 0.1],
    ['steady', () => 0],
  ])('get %s', (direction, timeOf) => {
    expect(times(timeOf).duration.direction).toBe(direction)
  })
  it('say by how much', () => {
    expect(times((index) => 100 + index * 10).duration).toMatchObject({ meanMs: 20, p95TurnMs: 150 })
    expect(times((index) => 100 + index * 10).duration.change).toBeCloseTo(1.1 / 0.95, 1)
  })
  it('say nothing after a few runs', () => {
    expect(trendOf('PPP').duration).toMatchObject({ direction: null, change: null })
  })
  it('call a direction that is not there in few of many series', () => {
    let seed = 7
    const random = (): number => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const called = Array.from({ length: 500 }, () => times(() => 100 + random() * 200).duration.direction)
    expect(called.filter((direction) => direction !== 'steady').length / 500).toBeLessThan(0.02)
  })
})
