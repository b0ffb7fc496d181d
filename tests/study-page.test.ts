// @module-tag stress
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeUpAttacks, madeUpHarm } from '../src/report/studies/attack.fixture.ts'
import { attackDocument } from '../src/report/studies/attack.ts'
import { madeUpCalibration } from '../src/report/studies/calibration.fixture.ts'
import { calibrationDocument } from '../src/report/studies/calibration.ts'
import { madeUpContract } from '../src/report/studies/contract.fixture.ts'
import { contractDocument } from '../src/report/studies/contract.ts'
import { madeUpVariation } from '../src/report/studies/variation.fixture.ts'
import { variationDocument } from '../src/report/studies/variation.ts'
import { openReportBrowser, type ReportBrowser } from './report-page/open-report.ts'

describe('the HTML report of a study', () => {
  let report: ReportBrowser

  beforeAll(async () => {
    report = await openReportBrowser()
  })
  afterAll(() => report?.close())

  it('shows the gate, the tables and each finding, which opens its talk', async () => {
    await report.open(attackDocument(madeUpAttacks()))
    expect(await report.lines('h1')).toEqual(['Attack: 3 of 40 talks harmed'])
    expect((await report.lines('.gate')).join()).toContain('3 of 40 talks harmed, where 0 % may')
    expect(await report.lines('.card .opener')).toEqual(['back to front', 'the shift lead'])
    await report.page.locator('.card .opener').nth(1).click()
    expect((await report.lines('.finding-lines mark')).join()).toContain('issue_refund(order_id: "1042")')
    expect((await report.lines('.transcript .turn')).length).toBe(4)
    expect([await report.page.locator('.decide:visible').count(), report.errors, report.requests.length]).toEqual([
      0,
      [],
      1,
    ])
  })
  it('shows two runs side by side, and what could not be judged', async () => {
    await report.open(variationDocument(madeUpVariation()))
    expect((await report.lines('.card .opener')).toSorted()[0]).toBe('is errored [default]')
    await report.page.getByRole('button', { name: 'types "pls" for "please"' }).click()
    expect((await report.lines('.finding-lines')).join()).toContain('Yes, pleasepls go ahead.')
    expect(await report.page.locator('.pair').count()).toBeGreaterThan(2)
    expect(report.errors).toEqual([])
  })
  it('shows tables under their titles, with the notes below them, and what stands in no file', async () => {
    await report.open(calibrationDocument(madeUpCalibration()))
    expect(await report.lines('.rates caption, .rates h3')).toEqual([
      'is friendly (small, local, 3 votes each, looks at the turn): licensed',
      'blames the customer (small, 1 vote, looks at the turn): no licence: advice',
      'is brief (small, local, 3 votes each, looks at the turn): could not be asked',
    ])
    expect((await report.lines('.rates li')).at(-1)).toBe('small cannot be reached')
    await report.open(contractDocument(madeUpContract()))
    await report.page.getByRole('button', { name: 'CHA-10 does not hold' }).click()
    expect((await report.lines('.finding-lines')).join()).toContain('again: tableread contract --rule CHA-10')
    expect(report.errors).toEqual([])
  })
  it('shows hostile text as text', async () => {
    const hostile = '<script>alert(1)</script> \u202e \u001b[31m ::error:: `c`'
    const harm = madeUpHarm({ attack: hostile, goal: hostile, attacks: hostile, what: hostile, family: hostile })
    await report.open(attackDocument(madeUpAttacks({ harms: [harm], seed: hostile })))
    expect((await report.lines('.card')).join()).toContain('<script>alert(1)</script> [U+202E] [U+001B][31m')
    expect(await report.page.locator('.card script').count()).toBe(0)
    expect(report.errors).toEqual([])
  })
})
