// @module-tag stress
import { expect, it } from 'vitest'
import { type Month, playMonth } from './watch/simulated-month.ts'

const seeds = Array.from({ length: Number(process.env.MONTHS ?? 20) }, (_, index) => 20_261_129 + index)

it('a simulated month, seed by seed', { timeout: 1_800_000 }, async () => {
  const months: Month[] = []
  for (const seed of seeds) months.push(await playMonth(seed))
  const sum = (member: keyof Month): number => months.reduce((total, month) => total + month[member], 0)
  if (process.env.TIMES !== undefined)
    console.log(Object.fromEntries(Object.keys(months[0] ?? {}).map((each) => [each, sum(each as keyof Month)])))
  expect(sum('planted')).toBeGreaterThanOrEqual(seeds.length)
  expect(sum('inTime')).toBe(sum('planted'))
  expect(sum('kills')).toBeGreaterThanOrEqual(seeds.length)
  expect(sum('falseAlarms')).toBeLessThanOrEqual((seeds.length * 30) / 7)
  expect(sum('lost')).toBe(0)
  expect(sum('doubled')).toBeLessThanOrEqual(sum('killsAfterAnswer'))
})
