// @module-tag stress
import { expect, it } from 'vitest'
import { inVirtualTime } from '../../src/base/virtual-time.fixture.ts'
import { faultCases } from './faults.ts'
import { turnCount } from './matrix-cell.ts'
import { runMatrix } from './run-matrix.ts'

/** Seeds differ in where the agent errs; the run over ports uses a different one. */
it.each([
  ['in memory', { over: 'memory', seed: 1 }],
  ['over ports', { over: 'port', seed: 2 }],
] as const)(
  'every fault at every turn is told truly: no message twice, no false pass, no agent blamed or excused; %s',
  async (_, { over, seed }) => {
    const run = (races: boolean) => runMatrix([seed], 40, { races, shortMs: 1_000, over })
    const reports = await (over === 'memory' ? inVirtualTime(() => run(true)) : run(false))
    const wrong = reports.filter((each) => each.wrong.length > 0)
    expect(
      wrong.map(
        ({ cell, wrong: lies }) => `${cell.column.name} at ${cell.point}, seed ${cell.seed}: ${lies.join('; ')}`,
      ),
    ).toEqual([])
    expect(reports.length).toBe(faultCases(1_000).length * turnCount)
  },
)

/**
 * Each fault strikes exactly the turn with post-phase calls after its reply, at services that show them and
 * at services that do not.
 */
it.each([
  ['harmless ones, which answers show', { beside: 'shown', notes: true, errs: 'nowhere' }],
  ['harmless ones, which they do not show', { beside: 'hidden', notes: true, errs: 'nowhere' }],
  ['forbidden ones, which answers have shown before', { beside: 'shown', notes: true, errs: 'where struck' }],
  ['forbidden ones, which answers may show', { beside: 'shown', notes: false, errs: 'where struck' }],
  ['forbidden ones, which answers do not show', { beside: 'hidden', notes: false, errs: 'where struck' }],
  ['forbidden ones of the turn before, which answers do not show', { beside: 'hidden', notes: false, errs: 'before' }],
  ['the same, among harmless ones', { beside: 'hidden', notes: true, errs: 'before' }],
] as const)('no fault hides a call behind a reply, or makes one of it: %s', async (_, manner) => {
  const over = { races: true, shortMs: 1_000, over: 'memory' } as const
  const reports = await inVirtualTime(() => runMatrix([3], 60, over, { ...manner, misdeed: 'post' }))
  const wrong = reports.filter((each) => each.wrong.length > 0)
  expect(wrong.map(({ cell, wrong: lies }) => `${cell.column.name} at ${cell.point}: ${lies.join('; ')}`)).toEqual([])
  const passed = reports.filter(({ run }) => run.result.verdict === 'passed')
  expect(passed.filter(({ cell }) => cell.point > 0).length > 0).toBe(manner.errs === 'nowhere')
})
