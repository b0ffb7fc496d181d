// @module-tag stress
import { describe, expect, it } from 'vitest'
import { listFeatures } from '../../src/compare/features/list-features.ts'
import { observeConversation } from '../../src/compare/features/observe-conversation.ts'
import { said } from '../../src/engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { judged } from '../../src/report/judged.fixture.ts'
import { result, turn } from '../report-page/results.ts'
import { type DrawListed, isNamed, type Planted, plants, type SimulatedRuns, simulateRuns } from './simulated-runs.ts'
import { percent, rowInDocs, rowOf, tableInDocs, writeTable } from './table-in-docs.ts'

const seed = 20_261_124
/** The docs need 10,000: COMPARISONS=10000 runs them, and UPDATE_GOLDENS=1 also writes them there. */
const comparisons = Number(process.env.COMPARISONS ?? 2_000)
const isLong = comparisons >= 10_000

const mixed = [0.3, 0.5, 0.8, 0.95, 1]
const equal: { name: string; rate: (conversation: number) => number }[] = [
  ...mixed.map((rate) => ({ name: `both sides pass ${percent(rate)}`, rate: () => rate })),
  { name: 'each conversation its own rate', rate: (conversation) => mixed[conversation % mixed.length] ?? 1 },
]
const sizes = [isLong ? { conversations: 20, pairs: 5 } : { conversations: 5, pairs: 4 }]

function share(draw: DrawListed, times: number, holds: (listed: ReturnType<DrawListed>) => boolean): number {
  let count = 0
  for (let comparison = 0; comparison < times; comparison += 1) if (holds(draw())) count += 1
  return count / times
}

describe('a criterion for a judge that errs in one of twenty', () => {
  const agreement = { right: 143, of: 150, interval: [0.95, 0.981] as [number, number] }
  const licence = { kind: 'licensed', given: '2026-11-08', met: agreement, notMet: agreement } as const
  const run = (says: 'met' | 'not met', words: string): ConversationResult => {
    const verdict = says === 'met' ? 'passed' : 'failed'
    const outcomes = [judged(verdict, says, [], { licence })]
    return result(1, 'talk', [turn(0, 'late', [said('assistant', words, 1)], { verdict, outcomes })], { verdict })
  }
  const listedOf = (wordings: readonly string[]): string[] => {
    const a = wordings.map((words) => run('met', `Dear guest, ${words}`))
    const b = wordings.map((words) => run('not met', words))
    const { seen } = observeConversation({ a, b, begins: 'a' }, wordings.length)
    return listFeatures([{ id: 'talk', aspects: seen }]).listed.map(({ level }) => level)
  }
  it('is listed where more words are judged otherwise than its errors explain, and not where one error is enough', () => {
    expect(listedOf(['one', 'two', 'three', 'four', 'five', 'six'])).toEqual(['judged'])
    expect(listedOf(['one', 'one', 'one', 'one', 'one', 'one'])).toEqual([])
    expect(listedOf(['take 1', 'take 2', 'take 3', 'take 4', 'take 5', 'take 6'])).toEqual([])
  })
})

describe('features of runs whose turns hang together, on a service whose pace wanders', () => {
  it('are listed of equal sides in no more than one comparison of twenty', () => {
    const rates = equal.map(({ rate }) =>
      sizes.map((size) => share(simulateRuns({ ...size, rate }, seed), comparisons, (features) => features.length > 0)),
    )
    const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons)
    for (const [index, { name }] of equal.entries())
      for (const rate of rates[index] ?? []) expect(rate, name).toBeLessThanOrEqual(most)
    if (!isLong) return
    const table = writeTable([
      ['equal sides', ...sizes.map(({ conversations, pairs }) => `${conversations} conversations, ${pairs} pairs`)],
      ...equal.map(({ name }, index) => [name, ...(rates[index] ?? []).map((rate) => percent(rate, 1))]),
    ])
    console.log(table)
    expect(tableInDocs('features of equal sides', table)).toBe(table)
  }, 3_600_000)

  const planted = (
    conversations: number,
    chance: number,
    pairs: number,
  ): Omit<SimulatedRuns, 'rate'> & { name: string } => ({
    name: `${conversations} of 20, ${chance === 1 ? 'always' : percent(chance)}, ${pairs} pairs`,
    ...{ conversations: 20, pairs, planted: { what: 'call', conversations, chance } },
  })
  const designs = [planted(2, 1, 5), planted(4, 1, 3), planted(5, 0.5, 5), planted(20, 0.2, 5), planted(1, 0.25, 30)]
  const shareNamed = (what: Planted, { name: _, ...design }: (typeof designs)[number], times: number): number => {
    const runs = {
      ...design,
      rate: () => 0.95,
      ...(design.planted === undefined ? {} : { planted: { ...design.planted, what } }),
    }
    return share(simulateRuns(runs, seed), times, (features) => isNamed(features, what))
  }

  it.each(plants)('name what was planted: %s', (what) => {
    const design = what === 'time' || what === 'item' ? planted(20, 1, 5) : planted(5, 1, 5)
    expect(shareNamed(what, design, 40)).toBeGreaterThan(0.8)
  })

  it.runIf(isLong).each(plants)(
    'name what was planted this often: %s',
    (what) => {
      const row = [what, ...designs.map((design) => percent(shareNamed(what, design, comparisons / 10)))]
      expect(rowInDocs('features found', row)).toEqual(row)
      expect(tableInDocs('features found').split('\n')[0]).toBe(
        rowOf(['b does otherwise in', ...designs.map(({ name }) => name)]),
      )
    },
    3_600_000,
  )
})
