import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { chooseShard } from './choose-shard.ts'
import { type ConversationTime, indexDurations } from './durations.ts'

const talk = (name: string, more = ''): string =>
  `  - name: ${name}\n${more}    turns: [{ user: hello, expect: { reply: hello } }]\n`
const suite = (name: string, conversations: readonly string[], more = ''): string =>
  `suite: ${name}\nagent: desk\nconversations:\n${conversations.map((each) => talk(each, more)).join('')}`
const names = Array.from({ length: 12 }, (_, index) => `c${index}`)
const plans = [...plansOf(suite('S', names)), ...plansOf(suite('Skipped', ['never'], '    skip: later\n'))]

const measured = (ms: Record<string, number>): ConversationTime[] =>
  Object.entries(ms).map(([name, each]) => ({ suite: 'S', name, agent: 'desk', version: 'default', ms: each }))

const cut = (of: number, durations: readonly ConversationTime[], all: readonly Plan[] = plans) =>
  Array.from({ length: of }, (_, index) =>
    chooseShard(all, { index: index + 1, of }, (plan) => [plan], indexDurations(durations)),
  )
const namesOf = (items: readonly Plan[]): string[] => items.map(({ conversation }) => conversation.name.value)

describe('shards that are cut by durations', () => {
  it('hold each conversation once, and no part is longer than their mean and the longest one', () => {
    const ms = fc.tuple(...names.map(() => fc.integer({ min: 0, max: 100_000 })))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), ms, (of, times) => {
        const durations = measured(Object.fromEntries(names.map((name, index) => [name, times[index] ?? 0])))
        const shards = cut(of, durations)
        expect(shards.flatMap(({ items }) => namesOf(items)).sort()).toEqual([...names, 'never'].sort())
        const msOf = (name: string): number => durations.find((each) => each.name === name)?.ms ?? 0
        const sums = shards.map(({ items }) => namesOf(items).reduce((sum, name) => sum + msOf(name), 0))
        const mean = times.reduce((sum, each) => sum + each, 0) / of
        expect(Math.max(...sums)).toBeLessThanOrEqual(mean + Math.max(...times))
      }),
      { seed: 8, numRuns: 200 },
    )
  })
  it('are the same in whatever order files and durations stand', () => {
    const durations = measured(Object.fromEntries(names.map((name, index) => [name, (index % 4) * 100])))
    const other = cut(3, durations.toReversed(), plans.toReversed())
    for (const [index, { items, shard }] of cut(3, durations).entries()) {
      expect(namesOf(other[index]?.items ?? []).sort()).toEqual(namesOf(items).sort())
      expect(other[index]?.shard.durations).toBe(shard.durations)
    }
  })
  it('take the median for a conversation that was never measured', () => {
    const times = measured(Object.fromEntries(names.map((name) => [name, 100])))
    const shards = cut(2, [...times.filter(({ name }) => name !== 'c7'), ...measured({ c0: 2_000 })])
    expect(shards.map(({ items }) => namesOf(items).filter((name) => name !== 'never'))).toEqual([
      ['c0'],
      names.slice(1),
    ])
    expect(namesOf(cut(2, measured({ c0: 500, c1: 100 }))[0]?.items ?? [])).toContain('c0')
  })
  it('fall back on turns where nothing was measured, and say what they were cut by', () => {
    const [one] = cut(2, [])
    const [plain] = [chooseShard(plans, { index: 1, of: 2 }, (plan) => [plan])]
    expect(one?.items).toEqual(plain?.items)
    expect([one?.shard.durations, plain?.shard.durations]).toEqual([expect.stringMatching(/^[\da-f]{16}$/), undefined])
  })
})

describe('shards of simulated users', () => {
  it('deal out the seeds of one conversation, both versions of a seed together', () => {
    const text = `suite: S
agent: desk
seeds: 8
conversations:
  - name: talks
    simulated user: { wants: x, patience: 5 turns, done when: { calls: [refund] } }
  - name: is written
    turns: [{ user: a, expect: { reply: b } }]
`
    const seeded = plansOf(text, ['default', 'draft'])
    const shards = cut(4, [], seeded)
    expect(shards.flatMap(({ items }) => items.map(({ id }) => id)).sort()).toEqual(seeded.map(({ id }) => id).sort())
    for (const { items } of shards) {
      const seeds = items.flatMap(({ seed = [] }) => seed)
      expect([seeds.length, new Set(seeds).size]).toEqual([4, 2])
    }
  })
})
