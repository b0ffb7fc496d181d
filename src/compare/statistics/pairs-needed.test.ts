import { describe, expect, it } from 'vitest'
import { countPairs } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'
import { pairsToTell, planPairs } from './pairs-needed.ts'

const judging = (conversations: number) => ({ conversations, alpha: 0.05 })

describe('the pairs that a drop needs', () => {
  it('are more for a smaller one, and among more conversations', () => {
    const of = (drop: number, conversations: number) => planPairs(drop, 30, judging(conversations)).enough
    expect([of(0.2, 1), of(0.2, 20), of(0.1, 20)]).toEqual([55, 98, 277])
    expect(of(0.01, 20)).toBeNull()
  })
  it('are told with how often so many see it', () => {
    expect(planPairs(0.2, 30, judging(20)).chance).toBeCloseTo(0.1, 1)
    expect(planPairs(0.2, 98, judging(20)).chance).toBeGreaterThanOrEqual(0.8)
    expect(planPairs(0.2, 97, judging(20)).chance).toBeLessThan(0.8)
    expect(planPairs(0.95, 10, judging(1)).chance).toBeGreaterThan(0.9)
  })
})

describe('the pairs that would still tell', () => {
  const more = (letters: string, smallest = 0.1) => pairsToTell(countPairs(pairsOf(letters)), smallest, judging(2))
  it('are none where the drop is sure, or surely smaller', () => {
    expect(more('a'.repeat(12).concat('p'.repeat(10)))).toBeNull()
    expect(more('p'.repeat(80))).toBeNull()
    expect(more('')).toBeNull()
  })
  it('are as many as make the drop sure, or surely smaller, if they come out like these', () => {
    const some = more('aaa'.concat('p'.repeat(17))) ?? 0
    expect(some).toBeGreaterThan(10)
    expect(some).toBeLessThan(60)
    expect(more('p'.repeat(20)) ?? 0).toBeGreaterThan(0)
    expect(more('p'.repeat(20), 0.3)).toBeNull()
  })
})
