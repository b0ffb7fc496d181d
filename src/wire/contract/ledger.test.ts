import { describe, expect, it } from 'vitest'
import type { ContractReport, RuleResult } from './contract-report.ts'
import { emptyLedger, mergeLedger, readLedger } from './ledger.ts'
import { allRules } from './rules/all-rules.ts'

function resultOf(id: string, outcome: RuleResult['outcome'], runs: number): RuleResult {
  const rule = allRules.find((each) => each.id === id)
  if (rule === undefined) throw new Error(`no rule ${id}`)
  return {
    rule,
    outcome,
    runs,
    seen: { 'accepted 200': runs },
    outside: 0,
    odd: null,
    counterexample: null,
    reason: null,
    seed: 7,
    path: null,
    timeMs: 1,
  }
}
const reportOf = (subject: string, ...results: RuleResult[]): ContractReport => ({
  subject,
  seed: 7,
  runs: 10,
  results,
  sent: 1,
  blocked: 0,
  timeMs: 1,
  startedAt: '2026-11-20T09:03:00.000Z',
  total: results.length,
  hosts: { base: 'http://127.0.0.1:1', workflow: 'http://127.0.0.1:2' },
})
const day = (date: number): string => `2026-11-0${date}T00:00:00.000Z`

describe('the parity ledger', () => {
  const first = mergeLedger(
    emptyLedger,
    reportOf('local', resultOf('CHA-01', 'held', 10), resultOf('CHA-03', 'recorded', 10)),
    day(1),
  )

  it('notes rule, target, when and what was seen', () => {
    expect(first.entries.map(({ rule, target, standing }) => [rule, target, standing])).toEqual([
      ['CHA-01', 'local', 'parity'],
      ['CHA-03', 'local', 'open'],
    ])
  })
  it('claims nothing for a rule that was not run, and keeps what was verified earlier with its date', () => {
    const next = mergeLedger(
      first,
      reportOf('local', resultOf('CHA-01', 'not run', 0), resultOf('CHA-10', 'not run', 0)),
      day(2),
    )
    expect(next.entries.map(({ rule, verified }) => [rule, verified])).toEqual([
      ['CHA-01', day(1)],
      ['CHA-03', day(1)],
    ])
  })
  it('keeps targets apart and replaces what was verified again', () => {
    const live = mergeLedger(first, reportOf('https://api.example.com', resultOf('CHA-01', 'violated', 3)), day(2))
    const again = mergeLedger(live, reportOf('local', resultOf('CHA-01', 'held', 5)), day(3))
    expect(
      again.entries
        .filter(({ rule }) => rule === 'CHA-01')
        .map(({ target, standing, verified }) => [target, standing, verified]),
    ).toEqual([
      ['https://api.example.com', 'broken', day(2)],
      ['local', 'parity', day(3)],
    ])
  })
  it('reads what it wrote and nothing else', () => {
    expect(readLedger(JSON.parse(JSON.stringify(first)))).toEqual(first)
    expect([
      readLedger(null),
      readLedger({ version: 2, entries: [] }),
      readLedger({ version: 1, entries: [{}] }),
    ]).toEqual([null, null, null])
  })
})
