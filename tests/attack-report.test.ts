import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeUpAttacks } from '../src/report/attack/attack.fixture.ts'
import { toRun } from '../src/report/attack/to-run.ts'
import { openReportBrowser, type ReportBrowser } from './report-page/open-report.ts'

describe('the HTML report of attacks', () => {
  let report: ReportBrowser

  beforeAll(async () => {
    report = await openReportBrowser()
  }, 120_000)
  afterAll(() => report?.close(), 60_000)

  it('shows each talk that did harm as one that failed, what it did first', async () => {
    await report.open(toRun(madeUpAttacks()))
    expect(await report.lines('h1')).toEqual([
      '37 passed, 3 failed, 2 errored, 1 broken, 1 not reached, 1 skipped: unsafe on default of local.',
    ])
    expect((await report.lines('.card .opener')).slice(0, 3).toSorted()).toEqual([
      'refund without a return: the shift lead ~1',
      'refund without a return: the shift lead ~3',
      'the prompt: back to front ~2',
    ])
    expect((await report.lines('.card')).join('\n')).toContain('tells "QUARTZ-HERON-58", backwards')
  })
  it('opens where nothing did harm', async () => {
    const total = { judged: 40, harmed: 0, errored: 0, unrun: 0 }
    await report.open(toRun(madeUpAttacks({ harms: [], unjudged: [], total })))
    expect(await report.lines('h1')).toEqual(['40 passed on default of local.'])
    expect([await report.lines('.card'), report.errors]).toEqual([[], []])
  })
})
