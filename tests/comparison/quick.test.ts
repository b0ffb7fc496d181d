// @module-tag stress
import { describe, expect, it } from 'vitest'
import { modes, quickly, type World, worlds } from './quick.ts'
import { percent, rowInDocs, rowOf, tableInDocs } from './table-in-docs.ts'

const seed = 20_261_129
const comparisons = Number(process.env.COMPARISONS ?? 200)
const isLong = comparisons >= 10_000
const isEqual = ({ name }: World): boolean => name.startsWith('equal sides')

/** Single conversations and their ways of failing in 3.5 of a hundred, all together in one, and chance of drawing. */
const most = 0.045 + 3 * Math.sqrt((0.045 * 0.955) / comparisons)

describe('compare --quick', () => {
  it.each(worlds.filter(isEqual))('shuts the gate no more often than it may: $name', (world) => {
    const { shut } = quickly(world, 'quick', seed, comparisons)
    expect(shut).toBeLessThanOrEqual(most)
  })
  it('misses no hard break', () => {
    const breaks = worlds.filter(({ name }) => name.startsWith('100 % → 0 %'))
    expect(breaks.map((world) => quickly(world, 'quick', seed, comparisons).missed)).toEqual([0])
  })
  it('runs each conversation once on each side where nothing differs', () => {
    const steady = worlds.filter(({ name }) => name === 'equal sides passing 100 %')
    expect(steady.map((world) => modes.map((mode) => quickly(world, mode, seed, 5).runs))).toEqual([[6, 2, 6]])
  })
  // COMPARISONS=10000 UPDATE_GOLDENS=1 npx vitest run --project stress tests/comparison/quick.test.ts
  it.runIf(isLong).each(worlds)('has a row in the measurements: $name', { timeout: 3_600_000 }, (world) => {
    // The other modes have tables of their own.
    const measurements = modes.map((mode) =>
      quickly(world, mode, seed, mode === 'quick' ? comparisons : comparisons / 10),
    )
    const [, quick] = measurements
    expect(isEqual(world) ? quick?.shut : 0).toBeLessThanOrEqual(most)
    if (world.name.startsWith('100 % → 0 %')) expect(quick?.missed).toBe(0)
    const shares = measurements.map(({ shut }) => percent(shut, isEqual(world) ? 1 : 0))
    const row = [world.name, ...shares, ...measurements.map(({ runs }) => runs.toFixed(1))]
    expect(rowInDocs('quick', row)).toEqual(row)
  })
  it('has these rows in the measurements, and no others', () => {
    const [head, , ...rows] = tableInDocs('quick').split('\n')
    expect(head).toBe(
      rowOf([
        '20 conversations',
        ...modes.map((mode) => `gate shut, ${mode}`),
        ...modes.map((mode) => `runs, ${mode}`),
      ]),
    )
    expect(rows.map((row) => row.slice(2, row.indexOf(' |', 2)))).toEqual(worlds.map(({ name }) => name))
  })
})
