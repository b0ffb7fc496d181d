import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

/** The results of many calibrations of one judge, as shares. */
type Simulate = (
  judge: { missesMet: number; missesNotMet: number; fallsFor?: Record<string, number> },
  each: number,
  runs: number,
  seed: number,
) => Promise<{ covered: number; licensed: number; found: number }>

const bench = pathToFileURL(resolve(import.meta.dirname, '../bench/judges/simulate.mjs')).href
const simulate: Simulate = (await import(bench)).simulate
const wrong = (rate: number) => ({ missesMet: rate, missesNotMet: rate })

it('intervals cover the true rates', async () => {
  expect((await simulate(wrong(0.05), 80, 80, 1)).covered).toBeGreaterThan(0.92)
})

it('judges below the bound get no licence, and sound ones do', async () => {
  expect((await simulate(wrong(0.12), 80, 40, 2)).licensed).toBe(0)
  expect((await simulate(wrong(0.005), 80, 40, 3)).licensed).toBeGreaterThan(0.9)
})

it.each(['plea', 'quoted', 'markup', 'order', 'length'])('a judge that falls for %s is found', async (probe) => {
  const { found, licensed } = await simulate({ ...wrong(0), fallsFor: { [probe]: 0.3 } }, 60, 20, 4)
  expect([found, licensed]).toEqual([1, 0])
})
