import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sameJson } from './json.ts'

it('says what an order of members would say', () => {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1))
      : value
  const pair = fc.jsonValue({ maxDepth: 3 }).chain((one) => {
    const text = JSON.stringify(one)
    return fc.tuple(fc.constant(one), fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(JSON.parse(text) as unknown)))
  })
  fc.assert(
    fc.property(pair, ([one, two]) => {
      const same = JSON.stringify(one, sorted) === JSON.stringify(two, sorted)
      expect([sameJson(one, two), sameJson(two, one)]).toEqual([same, same])
    }),
    { seed: 20261121, numRuns: 1_000 },
  )
})

it.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ['1', 1, false],
])('%j and %j', (one, two, same) => {
  expect([sameJson(one, two), sameJson(two, one)]).toEqual([same, same])
})
