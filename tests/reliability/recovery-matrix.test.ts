import { expect, it } from 'vitest'
import { runMatrix } from './run-matrix.ts'

it('every fault at every turn is told truly: no message twice, no false pass, no agent blamed or excused', async () => {
  const reports = await runMatrix([1], 24, { races: false, shortMs: 1_000 })
  const wrong = reports.filter((each) => each.wrong.length > 0)
  expect(
    wrong.map(
      ({ cell, wrong: found }) => `${cell.column.name} at ${cell.point}, seed ${cell.seed}: ${found.join('; ')}`,
    ),
  ).toEqual([])
  expect(reports.length).toBeGreaterThan(100)
}, 120_000)
