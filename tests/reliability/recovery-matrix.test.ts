import { expect, it } from 'vitest'
import { faultCases } from './faults.ts'
import { turnCount } from './matrix-cell.ts'
import { runMatrix } from './run-matrix.ts'

/** Seeds differ in where the agent errs. Over ports each fault strikes at every turn as well, under another seed. */
it.each([
  ['in memory', { over: 'memory', seed: 1 }],
  ['over ports', { over: 'port', seed: 2 }],
] as const)(
  'every fault at every turn is told truly: no message twice, no false pass, no agent blamed or excused; %s',
  async (_, { over, seed }) => {
    const reports = await runMatrix([seed], 40, { races: false, shortMs: 1_000, over })
    const wrong = reports.filter((each) => each.wrong.length > 0)
    expect(
      wrong.map(
        ({ cell, wrong: found }) => `${cell.column.name} at ${cell.point}, seed ${cell.seed}: ${found.join('; ')}`,
      ),
    ).toEqual([])
    expect(reports.length).toBe(faultCases(1_000).length * turnCount)
  },
  180_000,
)
