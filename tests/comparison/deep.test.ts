// @module-tag stress
import { describe, expect, it } from 'vitest'
import { deeply, type World, worlds } from './deep.ts'
import { percent, rowInDocs, rowOf, tableInDocs } from './table-in-docs.ts'

const seed = 20_261_129
const comparisons = Number(process.env.COMPARISONS ?? 100)
const isLong = comparisons >= 2_000
const isEqual = ({ name }: World): boolean => name.startsWith('equal sides')

/** As in quick.test.ts. */
const most = 0.045 + 3 * Math.sqrt((0.045 * 0.955) / comparisons)

describe('compare --deep', () => {
  it.each(worlds.filter(isEqual))('shuts the gate no more often than it may: $name', async (world) => {
    const { shut } = await deeply(world, true, seed, comparisons)
    expect(shut).toBeLessThanOrEqual(most)
  })
  it('finds what always breaks behind a break, which the usual mode cannot', async () => {
    const always = worlds.filter(({ name }) => /too$|in all/.test(name))
    for (const world of always) {
      expect((await deeply(world, true, seed, comparisons)).found).toBe(1)
      expect((await deeply(world, false, seed, comparisons)).found).toBe(0)
    }
  })
  // COMPARISONS=2000 UPDATE_GOLDENS=1 npx vitest run --project stress tests/comparison/deep.test.ts
  it.runIf(isLong).each(worlds)('has a row in the measurements: $name', { timeout: 3_600_000 }, async (world) => {
    const [usual, deep] = [await deeply(world, false, seed, comparisons), await deeply(world, true, seed, comparisons)]
    if (isEqual(world)) expect(deep.shut).toBeLessThanOrEqual(most)
    const shares = [usual, deep].map((each) => (world.planted === undefined ? '' : percent(each.found)))
    const shut = [usual, deep].map((each) => percent(each.shut, isEqual(world) ? 1 : 0))
    const row = [world.name, ...shut, ...shares, usual.runs.toFixed(1), deep.runs.toFixed(1)]
    expect(rowInDocs('deep', row)).toEqual(row)
  })
  it('has these rows in the measurements, and no others', () => {
    const [head, , ...rows] = tableInDocs('deep').split('\n')
    const columns = ['gate shut', 'found', 'runs'].flatMap((of) => [`${of}, usual`, `${of}, deep`])
    expect(head).toBe(rowOf(['20 conversations of five turns', ...columns]))
    expect(rows.map((row) => row.slice(2, row.indexOf(' |', 2)))).toEqual(worlds.map(({ name }) => name))
  })
})
