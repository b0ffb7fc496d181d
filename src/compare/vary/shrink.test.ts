import { describe, expect, it } from 'vitest'
import { chanceOf, judgePairs, type RequiredCertainty, stagesOf } from './confirm.ts'
import { shrinkEdits } from './shrink.ts'
import type { Edit } from './typed/edit.ts'

const edits = Array.from({ length: 9 }, (_, at): Edit => ({ kind: 'replace', turn: 0, at, was: 'a', now: 'b' }))

describe('shrinking', () => {
  it.each([[[0]], [[4]], [[8]], [[2, 6]], [[0, 4, 8]]])('finds the fewest edits that differ: %j', async (needed) => {
    const sizes: number[] = []
    const { edits: shortest, complete } = await shrinkEdits(edits, async (some) => {
      sizes.push(some.length)
      return needed.every((index) => some.includes(edits[index] as Edit))
    })
    expect([shortest, complete]).toEqual([needed.map((index) => edits[index]), true])
    expect(sizes.length).toBeLessThan(40)
  })
  it('gives what it has when no turn is left', async () => {
    let allowance = 2
    const { edits: shortest, complete } = await shrinkEdits(edits, async () => {
      allowance -= 1
      return allowance < 0 ? null : true
    })
    expect([shortest.length > 0 && shortest.length < edits.length, complete]).toEqual([true, false])
  })
  it('runs nothing for one edit', async () => {
    expect(await shrinkEdits(edits.slice(0, 1), () => Promise.reject(new Error('asked')))).toMatchObject({
      complete: true,
    })
  })
})

describe('confirming', () => {
  const certainty: RequiredCertainty = { alpha: 0.05, tests: 4, most: null }
  const pairs = (onlyA: number, both: number, onlyB = 0): [boolean, boolean][] => [
    ...Array.from({ length: both }, (): [boolean, boolean] => [true, true]),
    ...Array.from({ length: onlyA }, (): [boolean, boolean] => [true, false]),
    ...Array.from({ length: onlyB }, (): [boolean, boolean] => [false, true]),
  ]
  const [first = 0, second = 0, last = 0] = stagesOf(certainty)
  it('is sure of a clear break at the first look, and of nothing before', () => {
    expect(judgePairs(pairs(first, 0), certainty)).toBe('brittle')
    expect(judgePairs(pairs(first - 1, 0), certainty)).toBe('more')
    expect(chanceOf(pairs(first, 0), certainty)).toBeLessThanOrEqual(0.05)
    expect([second, last]).toEqual([2 * first, 3 * first])
  })
  it('goes on while it may still become certain, and ends where it cannot', () => {
    expect(judgePairs(pairs(1, 1), certainty)).toBe('more')
    expect(judgePairs(pairs(0, last - 2), certainty)).toBe('not brittle')
    expect(judgePairs(pairs(2, last - 2), certainty)).toBe('not brittle')
  })
  it('calls no gain a break', () => {
    expect(judgePairs(pairs(0, 0, first), certainty)).not.toBe('brittle')
  })
  it('is right about equal sides in at least nineteen of twenty cases, however often they fail', () => {
    let [state, called] = [12_345, 0]
    const random = (): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state / 2 ** 31
    }
    for (let trial = 0; trial < 400; trial += 1) {
      const outcomes: [boolean, boolean][] = []
      let verdict = judgePairs(outcomes, { ...certainty, tests: 1 })
      while (verdict === 'more') {
        outcomes.push([random() < 0.7, random() < 0.7])
        verdict = judgePairs(outcomes, { ...certainty, tests: 1 })
      }
      if (verdict === 'brittle') called += 1
    }
    expect(called / 400).toBeLessThanOrEqual(0.05)
  })
})
