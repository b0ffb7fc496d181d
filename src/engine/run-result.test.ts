import { expect, it } from 'vitest'
import { exitCode } from './run-result.ts'
import { judgePassRate } from './verdict/pass-rate.ts'
import { verdicts } from './verdict/verdict.ts'

const none = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<(typeof verdicts)[number], number>
const problem = { code: 'empty-file' as const, file: 'x', at: { line: 1, column: 1, length: 1 }, message: '' }

it.each([
  [0, { passed: 2 }],
  [0, { passed: 1, skipped: 1 }],
  [0, { 'expected fail': 1 }],
  [1, { passed: 9, failed: 1, errored: 1 }],
  [1, { flaky: 1 }],
  [2, { passed: 1, broken: 1, failed: 1 }],
  [2, {}],
  [2, { skipped: 3 }],
  [3, { passed: 1, errored: 1 }],
  [3, { passed: 1, 'not reached': 1 }],
])('exits with %i for %o', (code, some) => {
  expect(exitCode({ totals: { ...none, ...some }, problems: [] }, null)).toBe(code)
})

it.each([
  [0, { passed: 9, failed: 1 }],
  [1, { passed: 8, failed: 1, flaky: 1 }],
  [1, { passed: 8, failed: 2, errored: 1 }],
  [2, { passed: 9, failed: 1, broken: 1 }],
  [3, { passed: 9, errored: 1 }],
  [3, { passed: 9, failed: 1, 'not reached': 1 }],
  [0, { 'expected fail': 1 }],
  [2, {}],
])('exits with %i for %o where 90 %% have to pass', (code, some) => {
  const totals = { ...none, ...some }
  const passRate = judgePassRate(totals, 0.9)
  expect(exitCode({ totals, problems: [], passRate }, null)).toBe(code)
})

it('lets merge judge the pass rate of a shard', () => {
  const totals = { ...none, passed: 9, failed: 1 }
  const shard = { index: 1, of: 2, total: 20, positions: {}, whole: '' }
  expect(exitCode({ totals, problems: [], passRate: judgePassRate(totals, 0.9), shard }, null)).toBe(1)
})

it('exits with 2 for a broken file and 130 when interrupted, whatever passed', () => {
  expect(exitCode({ totals: { ...none, passed: 1 }, problems: [problem] }, null)).toBe(2)
  expect(exitCode({ totals: { ...none, passed: 1 }, problems: [] }, 130)).toBe(130)
  expect(exitCode({ totals: { ...none, passed: 1 }, problems: [] }, 143)).toBe(143)
})
