import { describe, expect, it } from 'vitest'
import { row } from '../../records/history/history.fixture.ts'
import { buildTrend, type KeptPoint, type Trend } from '../../records/history/trend.ts'
import { createTrendIndex } from './make-trends.ts'

const { reason: _, ...passed } = row()

function trendOf(version: string, points: Partial<KeptPoint>[]): Trend {
  return buildTrend(
    row({ version }),
    points.map((point, minute) => ({
      ...passed,
      startedAt: `2026-11-20T09:0${minute}:30.000Z`,
      reason: null,
      commit: null,
      ...point,
    })),
    true,
  )
}

const failed = { verdict: 'failed', reason: 'turn 2: reply', passed: 0 } as const

describe('the strips of a conversation', () => {
  const { keptRuns, stripsOf } = createTrendIndex(
    [trendOf('default', [{}, { commit: 'abcdef0123' }, failed]), trendOf('draft', [{}])],
    '2026-11-20T09:02:30.000Z',
  )

  it('hold its runs, the one of the report marked, and what they come to in words', () => {
    expect(stripsOf([['default', row()]])).toEqual([
      {
        label: 'default',
        flaky: false,
        failing: 'since 2026-11-20 09:02Z (1 run)',
        facts: [
          ['passed', '2 of 3, the rate is 7 to 100 %'],
          ['flipped', '1 of 2 times, 50 % (1 to 99 %)'],
          ['takes', '20 ms, p95 of its turns 9 ms'],
          ['last failure', '2026-11-20 09:02Z, turn 2: reply'],
        ],
        points: [
          [0, 'passed'],
          [1, 'passed'],
          [2, 'failed', { reason: 'turn 2: reply' }],
        ],
      },
    ])
    stripsOf([['default', row()]])
    expect(keptRuns).toEqual([
      { at: '2026-11-20 09:00Z', commit: null, isThis: false, judged: 1, passed: 1 },
      { at: '2026-11-20 09:01Z', commit: 'abcdef0', isThis: false, judged: 1, passed: 1 },
      { at: '2026-11-20 09:02Z', commit: null, isThis: true, judged: 1, passed: 0 },
    ])
  })
  it('leave out what ran once, and what the history does not know', () => {
    expect(stripsOf([['draft', row({ version: 'draft' })]])).toEqual([])
    expect(stripsOf([['7', row({ version: '7' })]])).toEqual([])
  })
  it('are one where both sides are the same', () => {
    const strips = stripsOf([
      ['default', row()],
      ['default again', row()],
    ])
    expect(strips.map(({ label }) => label)).toEqual(['default'])
  })
  it('say which run had several attempts, and where the script or the agent changed', () => {
    const index = createTrendIndex(
      [
        trendOf('default', [
          { verdict: 'flaky', passed: 3, judged: 5, script: 'a', agentPrint: 'a' },
          { script: 'b', agentPrint: 'a' },
          { script: 'b', agentPrint: 'b' },
          { script: 'c', agentPrint: 'c' },
        ]),
      ],
      '',
    )
    expect(index.stripsOf([['default', row()]])).toMatchObject([
      {
        flaky: true,
        points: [
          [0, 'flaky', { attempts: '3 of 5' }],
          [1, 'passed', { changed: 'the script changed' }],
          [2, 'passed', { changed: 'the agent changed' }],
          [3, 'passed', { changed: 'the script and the agent changed' }],
        ],
      },
    ])
  })
})
