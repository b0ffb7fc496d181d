import { describe, expect, it } from 'vitest'
import { compareMany, tellDifferences } from './evaluator/compare-many.ts'

const seed = Number(process.env.TABLEREAD_SEED ?? 20_261_122)
const pairs = Number(process.env.TABLEREAD_PAIRS ?? 5_000)

/**
 * An evaluator of the language, written from the docs alone, gives every generated pair of a suite and an agent the
 * verdict that the product gives it. TABLEREAD_PAIRS=200000 npx vitest run tests/evaluator.test.ts plays more of them.
 */
describe(`the product and the docs, from seed ${seed}`, () => {
  it(`agree on ${pairs} pairs`, { timeout: 24 * 3_600_000 }, async () => {
    const tally = await compareMany(seed, pairs)
    if (process.env.TABLEREAD_TALLY !== undefined)
      console.log(JSON.stringify({ ...tally, differences: undefined }, null, 1))
    expect(tally.differences.size, await tellDifferences(tally)).toBe(0)
  })
})
