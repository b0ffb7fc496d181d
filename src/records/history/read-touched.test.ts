import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TouchedParts } from '../../engine/verdict/touched.ts'
import { appendHistory } from './append-history.ts'
import { row, runAt } from './history.fixture.ts'
import { mostDays, readTouched } from './read-touched.ts'
import type { HistoryRow } from './run-record.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-touched-'))
let path = ''
let number = 0
beforeEach(() => {
  number += 1
  path = join(root, String(number), 'history.sqlite')
})
afterAll(() => rmSync(root, { recursive: true }))

const now = Date.UTC(2026, 10, 20, 12)
const subject = { id: 'x', suite: 'Order desk', name: 'tracks an order', agent: 'order-desk', target: 'local demo' }
const read = (time = now, version = '0.1.0') => {
  const history = readTouched(
    path,
    [{ ...subject, script: 'aaaa', agentPrint: 'print', otherPrint: 'draft' }],
    version,
    time,
  )
  return history.ok ? (history.read.get('x') ?? null) : history.trouble
}
const touched = (tools: string[], whole = true): TouchedParts => ({ tools, agents: ['order-desk'], whole })
const keep = (...rows: Partial<HistoryRow>[]): void => {
  for (const [minute, over] of rows.entries()) appendHistory(path, runAt(minute, row({ agentPrint: 'print', ...over })))
}

describe('what conversations touched', () => {
  it('is joined over runs of either kind and any version', () => {
    keep({ touched: touched(['look_up']) }, { touched: touched(['pay'], false), version: 'draft', agentPrint: 'other' })
    expect(read()).toEqual(touched(['look_up', 'pay']))
  })
  it.each<[string, Partial<HistoryRow>]>([
    ['of another agent', { agentPrint: 'other', touched: touched([]) }],
    ['that did not get to its end', { touched: touched([], false) }],
    ['of another script', { script: 'bbbb', touched: touched([]) }],
    ['of another service', { target: 'local other', touched: touched([]) }],
    ['of another conversation', { name: 'pays', touched: touched([]) }],
    ['of before this was kept', {}],
    ['that is no record', { touched: { tools: [1], agents: [], whole: true } as unknown as TouchedParts }],
  ])('is not known from a run %s', (_, over) => {
    keep(over)
    expect(read()).toBeNull()
  })
  it.each([
    ['print', null],
    ['draft', null],
    ['older', touched(['look_up'])],
  ])('is not known where it failed with the agent of a side: %s', (agentPrint, expected) => {
    keep({ touched: touched(['look_up']) }, { agentPrint, verdict: 'failed' })
    expect(read()).toEqual(expected)
  })
  it('is known for a month', () => {
    keep({ touched: touched([]) })
    expect([read(now + (mostDays - 1) * 86_400_000), read(now + mostDays * 86_400_000)]).toEqual([touched([]), null])
  })
  it('is not known from another version of Tableread', () => {
    keep({ touched: touched([]) })
    expect(read(now, '0.2.0')).toBeNull()
  })
  it('is not known without a history', () => expect(read()).toBeNull())
})
