import { describe, expect, it } from 'vitest'
import { seeded } from '../bisect/fake-agent.fixture.ts'
import { whenever, wheneverEnding } from './betting.ts'
import { pairedTest } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'

const of = (letters: string): number => whenever(pairsOf(letters))

describe('the evidence whenever one stops', () => {
  it('is the same for either side, and none where the sides are alike', () => {
    expect(of('aaaap')).toBe(of('bbbbp'))
    expect([of(''), of('ppff'), of('pa')]).toEqual([1, 1, 1])
  })
  it('asks for more than the test of pairs whose number was settled', () => {
    for (const [onlyA, onlyB, alike] of [
      [4, 0, 0],
      [6, 0, 4],
      [9, 0, 20],
      [12, 2, 16],
    ] as const) {
      const counts = { pairs: onlyA + onlyB + alike, onlyA, onlyB }
      expect(wheneverEnding(counts)).toBeGreaterThan(pairedTest(counts))
    }
  })
  it('stays where it was, whatever comes after', () => {
    expect(of('aaaaaa'.concat('b'.repeat(20)))).toBeLessThanOrEqual(of('aaaaaa'))
    expect(of('aaaaaa'.concat('p'.repeat(20)))).toBe(of('aaaaaa'))
  })
  it('counts beyond sixty pairs how often what all bets begin with grows so far, which is a little more than 1', () => {
    // Six bets on a that begin with 0.55 grow to 7,004 after eight pairs; as much again is staked on b.
    expect(of('a'.repeat(8).concat('p'.repeat(53))) * 7_004).toBeCloseTo(1.1, 2)
  })
  it('is at most as often below a level as that, if every pair is looked at, however often pairs differ', {
    tags: 'stress',
  }, () => {
    const next = seeded(20_261_124)
    const comparisons = 4_000
    for (const rate of [0.5, 0.25, 0.1, 0.02]) {
      const reached = { 0.05: 0, 0.01: 0 }
      for (let comparison = 0; comparison < comparisons; comparison += 1) {
        const pairs = Array.from({ length: 60 }, (): [boolean, boolean] => {
          const differs = next() < rate
          const first = next() < 0.5
          return differs ? [first, !first] : [true, true]
        })
        const p = whenever(pairs)
        if (p <= 0.05) reached[0.05] += 1
        if (p <= 0.01) reached[0.01] += 1
      }
      for (const level of [0.05, 0.01] as const)
        expect(reached[level] / comparisons).toBeLessThanOrEqual(level + 3 * Math.sqrt(level / comparisons))
    }
  })
})
