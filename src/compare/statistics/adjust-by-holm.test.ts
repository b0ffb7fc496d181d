import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjustByHolm } from './adjust-by-holm.ts'

const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 })

describe('adjustByHolm', () => {
  it('steps down from the smallest', () => {
    // 4 · 0.005, then 3 · 0.01, then 2 · 0.03, and 0.04 may not be below that.
    expect(adjustByHolm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)))).toEqual([0.03, 0.06, 0.06, 0.02])
    expect(adjustByHolm([0.2])).toEqual([0.2])
    expect(adjustByHolm([])).toEqual([])
  })
  it('is never below the chance, above one, or out of order', () => {
    fc.assert(
      fc.property(chances, (given) => {
        const adjusted = adjustByHolm(given)
        const pairs = given
          .map((chance, index) => [chance, adjusted[index] ?? -1] as const)
          .sort(([one], [other]) => one - other)
        return pairs.every(([chance, now], index) => now >= chance && now <= 1 && now >= (pairs[index - 1]?.[1] ?? 0))
      }),
    )
  })
  it('never falls where another chance rises, so that what is called stays called', () => {
    fc.assert(
      fc.property(chances, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (given, at, more) => {
        const index = at % Math.max(1, given.length)
        const raised = given.map((chance, each) => (each === index ? Math.max(chance, more) : chance))
        const [before, after] = [adjustByHolm(given), adjustByHolm(raised)]
        return before.every((chance, each) => (after[each] ?? 0) >= chance)
      }),
    )
  })
})
