import { describe, expect, it } from 'vitest'
import type { SimulatedTalk } from '../run/simulated-talk.ts'
import type { ConversationResult } from './conversation-result.ts'
import { describeSeeds } from './describe-seeds.ts'
import { summariseSeeds } from './seed-summary.ts'

function result(
  id: string,
  verdict: ConversationResult['verdict'],
  ended: SimulatedTalk['ended'],
  turns = 3,
): ConversationResult {
  const simulated = { ended, turns } as SimulatedTalk
  return {
    id,
    file: 's.yaml',
    name: `n ~${id.split('~')[1]?.split(' ')[0]}`,
    version: 'default',
    verdict,
    simulated,
  } as ConversationResult
}

describe('seeds', () => {
  const seeds = [
    result('s.yaml:4~1 default', 'passed', 'done', 2),
    result('s.yaml:4~2 default', 'passed', 'done', 4),
    result('s.yaml:4~3 default', 'passed', 'done', 5),
    result('s.yaml:4~4 default', 'failed', 'out of patience'),
    result('s.yaml:4~5 default', 'errored', 'fault'),
  ]

  it('are summed up without those that say nothing of the agent', () => {
    const [summary] = summariseSeeds(seeds)
    expect(summary).toMatchObject({
      ...{ id: 's.yaml:4 default', name: 'n', seeds: 5, passed: 3, failed: 1, unjudged: 1 },
      passAll: [
        { k: 1, chance: 0.75 },
        { k: 2, chance: 0.5 },
        { k: 4, chance: 0 },
      ],
      ended: { done: 3, 'out of patience': 1, fault: 1 },
      turnsToGoal: { least: 2, median: 4, most: 5 },
    })
    // Clopper and Pearson for 3 of 4
    expect(summary?.interval?.map((end) => Math.round(end * 10_000))).toEqual([1941, 9937])
  })

  it('have the name of their conversation, whatever stands in it', () => {
    const nameOf = (name: string) =>
      summariseSeeds([{ ...result('s.yaml:4~12 default', 'passed', 'done'), name }])[0]?.name
    expect([nameOf('bike ~2 of 3 ~12'), nameOf('bike ~2 of 3')]).toEqual(['bike ~2 of 3', 'bike ~2 of 3'])
  })

  it('read well', () => {
    expect(summariseSeeds(seeds).map(describeSeeds)).toEqual([
      '3 of 4 judged seeds passed, 95 % interval 19 to 99 %; 1 not judged; pass^1 75 %, pass^2 50 %, pass^4 0 %; ended: goal reached 3, out of patience 1, a mistake of the user 1; 2 to 5 messages to the goal, median 4',
    ])
  })

  it('that fail in any way count as failed, and without a verdict there is no rate', () => {
    const verdicts = ['passed', 'failed', 'expected fail', 'flaky', 'broken', 'not reached', 'unsafe'] as const
    const [mixed] = summariseSeeds(verdicts.map((verdict, at) => result(`s.yaml:4~${at} default`, verdict, 'gave up')))
    expect(mixed).toEqual({
      ...{ id: 's.yaml:4 default', name: 'n', version: 'default', seeds: 7, passed: 1, failed: 3, unjudged: 3 },
      interval: [expect.closeTo(0.0063, 4), expect.closeTo(0.8059, 4)],
      passAll: [
        { k: 1, chance: 0.25 },
        { k: 2, chance: 0 },
        { k: 4, chance: 0 },
      ],
      ended: { 'gave up': 7 },
      turnsToGoal: null,
    })
    const { simulated: _, ...bare } = result('s.yaml:4~1 default', 'errored', 'done')
    expect(summariseSeeds([bare as ConversationResult])).toEqual([
      {
        ...{ id: 's.yaml:4 default', name: 'n', version: 'default', seeds: 1, passed: 0, failed: 0, unjudged: 1 },
        ...{ interval: null, passAll: [], ended: {}, turnsToGoal: null },
      },
    ])
  })

  it('have the median of an even number of talks, and all that a long run passes', () => {
    const turns = [12, 2, 4, 9]
    const [summary] = summariseSeeds(turns.map((each, at) => result(`s.yaml:4~${at} default`, 'passed', 'done', each)))
    expect(summary).toMatchObject({
      turnsToGoal: { least: 2, median: 6.5, most: 12 },
      passAll: [
        { k: 1, chance: 1 },
        { k: 2, chance: 1 },
        { k: 4, chance: 1 },
      ],
    })
  })

  it('are those of conversations of their file alone', () => {
    const other = { ...result('t.yaml:4~1 default', 'passed', 'done'), file: 's.yaml' }
    expect(summariseSeeds([other, result('s.yaml:4:7#2~10 default', 'passed', 'done')]).map(({ id }) => id)).toEqual([
      's.yaml:4:7#2 default',
    ])
  })

  it('are kept apart by version and row, and conversations without seeds are none', () => {
    const others = ['s.yaml:4#2~1 default', 's.yaml:4~1 2', 's.yaml:9 default'].map((id) =>
      result(id, 'passed', 'done'),
    )
    expect(summariseSeeds([...seeds, ...others]).map(({ id, seeds: count }) => [id, count])).toEqual([
      ['s.yaml:4 default', 5],
      ['s.yaml:4#2 default', 1],
      ['s.yaml:4 2', 1],
    ])
  })
})
