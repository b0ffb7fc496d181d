import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../compare/compare-text.fixture.ts'
import { type Comparison, comparisonExitCode } from '../../compare/comparison.ts'
import { defaultPolicy } from '../../compare/gate/gate-policy.ts'
import { mergeComparisons, recallComparison } from './merge-comparisons.ts'
import type { ShardResult } from './parts.ts'

type Plays = Record<string, [string, string]>

const plays: Plays = {
  breaks: ['p', 'f'],
  stays: ['p', 'p'],
  mends: ['f', 'p'],
  drops: ['pppppp', 'ffpfff'],
  wavers: ['pf', 'fp'],
  lost: ['p', 'e'],
}
const names = Object.keys(plays)

async function compare(wantedNames: readonly string[], quick = false): Promise<Comparison> {
  const own = Object.fromEntries(wantedNames.map((name) => [name, plays[name] ?? ['p', 'p']] as const)) as Plays
  const { comparison } = await compareRuns(own, { confirm: false, quick }, 6)
  // Each of these suites is a text of its own, so line numbers mean nothing.
  return { ...comparison, conversations: comparison.conversations.map((each) => ({ ...each, id: each.name })) }
}

async function shard(index: number, wantedNames: readonly string[], quick = false): Promise<ShardResult<Comparison>> {
  const positions = Object.fromEntries(wantedNames.map((name) => [name, names.indexOf(name)]))
  const shard = { index, of: 2, total: names.length, positions, whole: 'x', scripts: '0'.repeat(8 * names.length) }
  return {
    file: `${index}.json`,
    result: JSON.parse(JSON.stringify({ ...(await compare(wantedNames, quick)), shard })),
  }
}

const recall = (gathered: Parameters<typeof recallComparison>[0]): Comparison =>
  recallComparison(gathered, defaultPolicy)

/** What does not depend on when it ran. */
const steady = ({ conversations, totals, passed, gate, sentence, turns, coverage, problems }: Comparison): unknown => ({
  totals,
  passed,
  gate,
  sentence,
  turns,
  coverage,
  problems,
  conversations: conversations.map(({ name, verdict, certainty, reason, pass }) => ({
    name,
    verdict,
    certainty,
    reason,
    pass,
  })),
})

describe('the shards of a comparison', () => {
  it('merged, are the whole comparison: corrected, judged and put in words over all of them', async () => {
    const parts = [await shard(2, ['stays', 'drops', 'lost']), await shard(1, ['breaks', 'mends', 'wavers'])]
    const merged = mergeComparisons(parts, recall)
    const whole = await compare(names)
    expect(merged.ok && steady(merged.result)).toEqual(steady(whole))
    const alone = parts[1]?.result.conversations.find(({ name }) => name === 'breaks')?.pass?.adjusted ?? 1
    const together = whole.conversations.find(({ name }) => name === 'breaks')?.pass?.adjusted ?? 0
    expect(together).toBeGreaterThan(alone)
  })
  it('of a quick look, merged, rest on the same runs as the whole, and do not merge with others', async () => {
    const shares = [
      ['stays', 'drops', 'lost'],
      ['breaks', 'mends', 'wavers'],
    ] as const
    const [two, one] = [await shard(2, shares[0], true), await shard(1, shares[1], true)]
    const merged = mergeComparisons([two, one], recall)
    const whole = await compare(names, true)
    expect(merged.ok && steady(merged.result)).toEqual(steady(whole))
    expect(merged.ok && [merged.result.quick, whole.quick]).toEqual([1, 1])
    const mixed = mergeComparisons([two, await shard(1, shares[1])], recall)
    expect(mixed.ok).toBe(false)
  })
  it('without one open no gate, and name it with a code of 3', async () => {
    const merged = mergeComparisons([await shard(2, ['stays', 'mends'])], recall)
    if (!merged.ok) throw new Error(merged.message)
    const { gate, missingShards, sentence } = merged.result
    expect(missingShards).toEqual({ indexes: [1], of: 2, conversations: 4 })
    expect(gate.rules.at(-1)).toMatchObject({ name: 'missing shards', verdict: 'not judged' })
    expect([gate.verdict, comparisonExitCode(merged.result, null)]).toEqual(['not judged', 3])
    expect(sentence).toContain('shard 1/2 left no result: 4 conversations were not judged')
    const reason = mergeComparisons([await shard(2, ['stays', 'mends'])], recall, ['it is down', 'it is down'])
    expect(reason.ok && reason.result.gate.rules.at(-1)?.seen).toMatch(/not judged \(it is down\)$/)
    const broken = mergeComparisons([await shard(2, ['stays', 'breaks'])], recall)
    expect(broken.ok && [broken.result.gate.verdict, comparisonExitCode(broken.result, null)]).toEqual(['shut', 1])
  })
  it('are refused where they compare something else', async () => {
    const [one, two] = [await shard(1, ['breaks', 'mends', 'wavers']), await shard(2, ['stays', 'drops', 'lost'])]
    const messageOf = (more: Partial<Comparison>): string => {
      const merged = mergeComparisons([one, { ...two, result: { ...two.result, ...more } }], recall)
      return merged.ok ? 'merged' : merged.message
    }
    const { a, b } = two.result.sides
    expect(messageOf({})).toBe('merged')
    expect(messageOf({ sides: { a, b: { ...b, version: '7' } } })).toContain('compare different sides')
    expect(messageOf({ alpha: 0.2 })).toContain('at different levels')
    expect(messageOf({ smallestDrop: 0.1 })).toContain('at different levels')
    expect(messageOf({ sides: { a, b: { ...b, target: 'https://b.example.com' } } })).toContain('https://b.example.com')
    const { shard: own } = two.result
    if (own === undefined) throw new Error('it is a shard')
    expect(messageOf({ shard: { ...own, counts: '--repeat 10' } })).toBe(
      '1.json was compared with as many pairs as its scripts say, but 2.json with --repeat 10',
    )
  })
  it('keep the smallest drop that was asked for when they ran, over that of the config', async () => {
    const mergeAt = async (smallestDrop?: number): Promise<Comparison | undefined> => {
      const parts = [await shard(1, ['breaks', 'mends', 'wavers']), await shard(2, ['stays', 'drops', 'lost'])]
      const policy = smallestDrop === undefined ? {} : { smallestDrop }
      const merged = mergeComparisons(
        parts.map((part) => ({ ...part, result: { ...part.result, ...policy } })),
        (gathered) => recallComparison(gathered, { ...defaultPolicy, smallestDrop: 0.01 }),
      )
      return merged.ok ? merged.result : undefined
    }
    const reasonOf = (comparison: Comparison | undefined) =>
      comparison?.conversations.find(({ name }) => name === 'stays')?.reason
    expect(reasonOf(await mergeAt())).toContain('cannot tell a drop of 1 %')
    const merged = await mergeAt(0.2)
    expect(reasonOf(merged)).toContain('cannot tell a drop of 20 %')
    expect(merged?.smallestDrop).toBe(0.2)
  })
  it('add up what they measured of noise', async () => {
    const noise = {
      pairs: 4,
      discordant: 1,
      conversations: ['wavers'],
      turnMs: [-3, 5] as [number, number],
      measuredAt: '2026-01-01T00:00:00.000Z',
    }
    const [one, two] = [await shard(1, ['breaks', 'mends', 'wavers']), await shard(2, ['stays', 'drops', 'lost'])]
    const parts = [
      { ...one, result: { ...one.result, noise } },
      { ...two, result: { ...two.result, noise: { ...noise, discordant: 0, conversations: [], turnMs: null } } },
    ]
    const merged = mergeComparisons(parts, recall)
    expect(merged.ok && merged.result.noise).toEqual({ ...noise, pairs: 8 })
  })
})
