import { describe, expect, it } from 'vitest'
import { findLikely } from './find-likely.ts'
import type { JudgeEvidence } from './model/comparison-verdict.ts'
import { callVerdicts } from './statistics/call-verdicts.ts'
import type { Pair } from './statistics/paired-test.ts'

/** Twenty pairs, with the given numbers of pairs that pass on one side only. */
const pairs = (onlyA: number, onlyB: number): Pair[] =>
  Array.from({ length: 20 }, (_, pair) => [pair >= onlyB, pair < onlyB || pair >= onlyB + onlyA])

type Made = [name: string, onlyA: number, onlyB: number, judges?: JudgeEvidence]

function likelyOf(
  rows: readonly Made[],
  more: Partial<Parameters<typeof findLikely>[1]> = {},
): ReturnType<typeof findLikely> {
  const called = callVerdicts(
    rows.map(([, onlyA, onlyB]) => ({ pairs: pairs(onlyA, onlyB) })),
    { alpha: 0.05 },
  )
  const conversations = rows.map(([name, , , judges], index) => ({
    ...{ id: `id of ${name}`, name, pass: called[index]?.pass ?? null },
    ...(judges === undefined ? {} : { judges }),
  }))
  return findLikely(conversations, { alpha: 0.05, looks: 1, noise: null, label: 'draft', ...more })
}
const same = (from: number, to: number): Made[] =>
  Array.from({ length: to - from }, (_, index) => [`same ${from + index}`, 0, 0])

describe('findLikely', () => {
  const drops: Made[] = [
    ['one', 5, 0],
    ['two', 6, 0],
    ['three', 5, 0],
  ]
  it('names what is not sure one by one, the likeliest first, and in which direction', () => {
    expect(likelyOf([...drops, ['four', 0, 5], ['five', 0, 5], ...same(5, 8)])).toEqual({
      rate: 0.1,
      worse: ['id of two', 'id of one', 'id of three'],
      better: ['id of four', 'id of five'],
      sentence:
        '"two", "one" and "three" pass less often on draft; "four" and "five" pass more often on draft: none is certain by itself, but at most one in ten of those listed is there by chance.',
    })
    expect(likelyOf([['one', 1, 0], ...same(1, 8)])).toEqual({ rate: 0.1, worse: [], better: [], sentence: null })
  })
  it('leaves out what is sure, which brings in nothing else', () => {
    const broken: Made[] = Array.from({ length: 10 }, (_, index) => [`broken ${index}`, 20, 0])
    expect(likelyOf([...broken, ['maybe', 3, 0], ...same(11, 20)])?.worse).toEqual([])
  })
  it('is not made up by improvements', () => {
    const improved: Made[] = Array.from({ length: 10 }, (_, index) => [`improved ${index}`, 0, 5])
    const suspects = likelyOf([...improved, ['maybe', 3, 0], ...same(11, 20)])
    expect([suspects?.worse, suspects?.better.length]).toEqual([[], 10])
  })
  it('names ten of many', () => {
    const many: Made[] = Array.from({ length: 12 }, (_, index) => [`c${index}`, 5, 0])
    expect(likelyOf(many)?.sentence).toContain('"c9" and 2 more pass less often')
  })
  it('counts no failure by judges alone, and nothing that noise explains', () => {
    const judges = { onlyA: 5, onlyB: 0, decided: 5, seen: 20, error: 0.05 }
    const byJudges = drops.map(([name, onlyA, onlyB]): Made => [name, onlyA, onlyB, judges])
    expect(likelyOf([...byJudges, ...same(3, 8)])?.worse).toEqual([])
    const noise = { pairs: 40, discordant: 20, conversations: ['id of one'], turnMs: null, measuredAt: '' }
    expect(likelyOf([...drops, ...same(3, 8)], { noise })?.worse).toEqual([])
    expect(
      likelyOf([...drops, ...same(3, 8)], { noise: { ...noise, discordant: 0, conversations: [] } })?.worse,
    ).toHaveLength(3)
  })
  it('is not there where pairs were added by how others came out, nor for one conversation', () => {
    expect(likelyOf([...drops, ...same(3, 8)], { looks: 7 })).toBeNull()
    expect(likelyOf([['one', 5, 0]])).toBeNull()
  })
})
