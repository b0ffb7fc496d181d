import { describe, expect, it } from 'vitest'
import type { LatencyComparison } from '../model/conversation-comparison.ts'
import { conversationOf, timesOf } from './conversation.fixture.ts'
import type { LatencyPolicy } from './gate-policy.ts'
import { latencyRules } from './judge-gate.ts'

type Subject = LatencyComparison['subject']

function judge(subject: Subject, limits: LatencyPolicy, times: LatencyComparison[]) {
  return latencyRules({ [subject]: limits }, [conversationOf({ latency: times })])
}

/** Equal times for each of so many turns (or tools, which have no turn). */
function steady(subject: Subject, count: number, a: number[], b: number[]) {
  return Array.from({ length: count }, (_, index) => timesOf(subject, subject === 'tool' ? null : index, a, b))
}

describe('the limits on times', () => {
  it('are over the times of all turns together, not over those of each turn as well', () => {
    const times = [timesOf('turn', null, [], [100, 200]), timesOf('turn', 0, [], [900]), timesOf('turn', 1, [], [900])]
    expect(judge('turn', { p50: 150, p95: 250 }, times)).toEqual([
      { name: 'latency.turn p50', verdict: 'held', wanted: 'at most 150 ms', seen: '100 ms' },
      { name: 'latency.turn p95', verdict: 'held', wanted: 'at most 250 ms', seen: '200 ms' },
    ])
  })
  it('are not judged where runs that were lost, such as turns that timed out, could have broken them', () => {
    const times = [timesOf('turn', null, [], [100, 100, 100, 100])]
    const rules = (lostRuns: number) =>
      latencyRules({ turn: { p50: 150, p95: 250 } }, [conversationOf({ latency: times })], lostRuns)
    expect(rules(1).map(({ verdict, seen }) => [verdict, seen])).toEqual([
      ['held', '100 ms'],
      ['not judged', '100 ms; more if the 1 run that could not be judged had been slow'],
    ])
    expect(rules(5).map(({ verdict }) => verdict)).toEqual(['not judged', 'not judged'])
  })
  it('are not judged without times of their own subject', () => {
    const others = [timesOf('turn', null, [1], [1]), timesOf('turn', 0, [1], [1])]
    expect(judge('reply', { p50: 1, slower: 0.2 }, others)).toEqual([
      { name: 'latency.reply p50', verdict: 'not judged', wanted: 'at most 1 ms', seen: 'no times' },
      { name: 'latency.reply slower', verdict: 'not judged', wanted: 'at most 20 %', seen: 'no times on both sides' },
    ])
  })
})

describe('the limit on being slower than the other side', () => {
  const slower = (subject: Subject, times: LatencyComparison[], share = 0.2) =>
    judge(subject, { slower: share }, times)[0]

  it('counts each turn once and leaves out the times of all turns together', () => {
    const whole = timesOf('turn', null, [1], [1_000])
    expect(slower('turn', [whole, ...steady('turn', 6, [100], [150])])).toEqual({
      name: 'latency.turn slower',
      verdict: 'broken',
      wanted: 'at most 20 %',
      seen: '+50 % at the median of 6 turns',
    })
  })
  it('counts each tool over the whole conversation, and not turn by turn', () => {
    const within = timesOf('tool', 0, [1], [1_000])
    expect(slower('tool', [within, ...steady('tool', 6, [100], [150])])).toMatchObject({
      verdict: 'broken',
      seen: '+50 % at the median of 6 tools',
    })
  })
  it('leaves out turns with times on one side alone, and those that took no time', () => {
    const odd = [timesOf('turn', 7, [100], []), timesOf('turn', 8, [], [100]), timesOf('turn', 9, [0], [100])]
    expect(slower('turn', odd)).toMatchObject({ verdict: 'not judged', seen: 'no times on both sides' })
    expect(slower('turn', [...odd, ...steady('turn', 6, [100], [100])])).toMatchObject({
      verdict: 'held',
      seen: '+0 % at the median of 6 turns',
    })
  })
  it('says so where there are too few turns to be sure', () => {
    expect(slower('turn', steady('turn', 5, [100], [300]))).toMatchObject({
      verdict: 'not judged',
      seen: '+200 % at the median of 5 turns, too few to be sure',
    })
  })
  it('is held by a side that is faster', () => {
    expect(slower('reply', steady('reply', 6, [100], [50]))).toMatchObject({
      verdict: 'held',
      seen: '-50 % at the median of 6 turns',
    })
  })
  it('is held by a side that is exactly as much slower as it may be', () => {
    expect(slower('turn', steady('turn', 6, [100], [150]), 0.5)).toMatchObject({ verdict: 'held' })
    expect(slower('turn', steady('turn', 6, [100], [151]), 0.5)).toMatchObject({ verdict: 'broken' })
  })
  it('is held where the whole difference is not surely above it, though its median is', () => {
    const mixed = [...steady('turn', 5, [100], [300]), timesOf('turn', 5, [100], [100])]
    expect(slower('turn', mixed)).toMatchObject({ verdict: 'held', seen: '+200 % at the median of 6 turns' })
  })
})
