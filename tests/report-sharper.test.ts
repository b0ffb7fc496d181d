// @module-tag stress
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from './report-page/find-violations.ts'
import { makeLongComparison, makeVersionsRun } from './report-page/long-talk.ts'
import { makeComparison } from './report-page/make-comparison.ts'
import { makeRun } from './report-page/make-run.ts'
import { openReportBrowser, type ReportBrowser } from './report-page/open-report.ts'
import { everyTrend } from './report-page/trends.ts'

/** A suite with numbered lines, so that an excerpt shows where it was cut. */
const suite = Array.from(
  { length: 80 },
  (_, index) => `line ${index + 1} of the suite: 例 { never: [cancel_order] }`,
).join('\n')
const textOf = (): string => suite

describe('the HTML report', () => {
  let report: ReportBrowser

  beforeAll(async () => {
    report = await openReportBrowser()
  })
  beforeEach(() => report.page.setViewportSize({ width: 1400, height: 900 }))
  afterAll(() => report?.close())

  const names = () => report.lines('.card .opener')
  const text = (selector: string) => report.page.locator(selector).first().innerText()
  /** Takes a screenshot for a person to look at, if PICTURES names a folder. */
  const picture = async (name: string): Promise<void> => {
    const folder = process.env.PICTURES
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    await report.page.screenshot({ path: join(folder, `${name}.png`) })
  }

  it('says suite and version on every row, and filters by version', async () => {
    await report.open(makeVersionsRun())
    const sources = async (of = '.card'): Promise<string[]> =>
      (await report.lines(`${of} .origin`)).map((origin) => origin.replace(/ suites\/orders.yaml:\d+$/, ''))
    const origins = await sources()
    expect(origins).toHaveLength(10)
    expect(new Set(origins)).toEqual(new Set(['Order desk default', 'Order desk draft']))
    await report.page.getByLabel('Version').selectOption('draft')
    expect(new Set(await sources())).toEqual(new Set(['Order desk draft']))
    expect(report.page.url()).toMatch(/#version=draft$/)
    await report.page.getByLabel('Cause').selectOption('service')
    expect(await names()).toEqual(['waits for a slow agent'])
    await report.open(makeRun())
    expect(await report.page.getByLabel('Version').count()).toBe(0)
  })

  it('has a row for each conversation and a column for each version, and a cell opens what it stands for', async () => {
    await report.open(makeVersionsRun(), '#text=tracks')
    const fold = report.page.locator('.fold', { hasText: 'Versions' })
    expect(await fold.locator('.about').innerText()).toBe('2 of 5 conversations unlike')
    await fold.locator('summary').click()
    const rows = await report.lines('.fold[open] tbody tr')
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatch(/^asks before it cancels an order Order desk failed.* passed/)
    await picture('versions')
    await fold.getByRole('button', { name: /open asks before it cancels an order on draft$/ }).click()
    expect(await report.lines('.card[data-open] .origin')).toEqual(['Order desk draft suites/orders.yaml:18'])
    expect(await report.page.locator('.card').count()).toBe(10)
  })

  it('shows the line of the suite with its caret beside what went wrong, and nowhere else', async () => {
    await report.open(makeRun(), '#open=suites/orders.yaml:18&open=suites/orders.yaml:66', [], textOf)
    const excerpts = await report.page.locator('.excerpt').allInnerTexts()
    expect(excerpts.length).toBe(await report.page.locator('.note:is([data-tone=failed], [data-tone=broken])').count())
    expect(excerpts.find((each) => each.includes('line 67 '))).toBe(
      ' 66 | line 66 of the suite: 例 { never: [cancel_order] }\n 67 | line 67 of the suite: 例 { never: [cancel_order] }\n    |         ^^^^'.replace(
        /^|\n/g,
        (begin) => `${begin} `,
      ),
    )
    await picture('excerpt')
    await report.open(makeRun(), '#open=suites/orders.yaml:18')
    expect(await report.page.locator('.excerpt').count()).toBe(0)
  })

  it('has the command that runs a conversation again', async () => {
    await report.open(makeRun(), '#open=suites/orders.yaml:18')
    expect(await text('.again code')).toBe(
      'npx tableread run suites/orders.yaml:18 -v default --target https://agents.example',
    )
    await report.page.locator('.again .copy').click()
    await expect.poll(() => text('.again .copied')).toMatch(/copied|selected/)
    await report.open(makeComparison(), '#open=suites/orders.yaml:18')
    expect(await text('.again code')).toBe(
      'npx tableread compare default draft suites/orders.yaml:18 --target https://agents.example',
    )
  })

  it('marks what is searched for, also in what is opened later', async () => {
    await report.open(makeRun())
    const hits = () =>
      report.page.evaluate("[...(CSS.highlights.get('hits') ?? [])].map((range) => range.toString())") as Promise<
        string[]
      >
    expect(await hits()).toEqual([])
    await report.page.locator('#search').fill('CANCEL order')
    await expect.poll(hits).toContain('cancel')
    const before = (await hits()).length
    await report.page.getByRole('button', { name: 'asks before it cancels an order', exact: true }).click()
    await expect.poll(async () => (await hits()).length).toBeGreaterThan(before)
    expect(new Set((await hits()).map((hit) => hit.toLowerCase()))).toEqual(new Set(['cancel', 'order']))
    await picture('hits')
    await report.page.locator('#search').fill('')
    await expect.poll(hits).toEqual([])
  })

  it('opens a regression at the first turn that differs, with its numbers folded and lost turns on one line', async () => {
    await report.open(makeLongComparison())
    await report.page.setViewportSize({ width: 1400, height: 500 })
    await report.page.getByRole('button', { name: 'asks eight questions', exact: true }).click()
    const top = (await report.page.evaluate(
      "document.querySelector('.turn[data-differs]').getBoundingClientRect().top",
    )) as number
    expect(top).toBeGreaterThan(60)
    expect(top).toBeLessThan(400)
    await picture('landed')
    expect(await text('.turn[data-differs] h5')).toBe('Turn 3')
    expect(await report.lines('.unreached > summary')).toEqual(['Turns 4 to 8 not sent on draft'])
    expect(
      await report.page
        .locator('.card[data-open] > .body > .transcript .turn, .card[data-open] .transcript > *')
        .count(),
    ).toBe(4)
    expect(await report.page.locator('.card[data-open] .part .prose').first().isVisible()).toBe(false)
    await report.page.locator('.card[data-open] summary', { hasText: 'Statistics' }).click()
    expect(await report.page.locator('.card[data-open] .part .prose').first().isVisible()).toBe(true)
    await report.page.locator('.unreached > summary').click()
    expect(await report.lines('.unreached h5')).toContain('Turn 8')
  })

  it('draws how many passed in each run that the history keeps', async () => {
    await report.open(makeComparison(), '', everyTrend())
    const fold = report.page.locator('.fold', { hasText: 'Over runs' })
    await fold.locator('summary').first().click()
    await report.page.locator('.run-trend rect.passed').first().waitFor()
    const bars = await report.page.locator('.run-trend rect.passed').count()
    expect(bars).toBeGreaterThan(10)
    await fold.locator('.held > summary').click()
    const rows = await report.lines('.fold[open] tbody tr')
    expect(rows).toHaveLength(bars)
    expect(rows[0]).toMatch(/^2026-11-20 09:00Z, this run \d+ of \d+ \d+ % abcdef0$/)
    await picture('over-runs')
  })

  it('cuts no table on a phone, and axe finds nothing serious in what is new', { tags: 'stress' }, async () => {
    const { page } = report
    for (const width of [1400, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await report.open(makeVersionsRun(), '#open=suites/orders.yaml:18 default&text=cancel', everyTrend(), textOf)
        await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
        expect(await findViolations(page)).toEqual([])
        await insistWhole(width)
        await picture(`run-${width}-${colorScheme}`)
        await report.open(
          makeLongComparison(),
          '#open=suites/orders.yaml:140&open=suites/orders.yaml:18',
          everyTrend(),
          textOf,
        )
        await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
        expect(await findViolations(page)).toEqual([])
        await insistWhole(width)
        await picture(`comparison-${width}-${colorScheme}`)
      }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  /** Nothing overflows the window, and no table needs horizontal scrolling. */
  async function insistWhole(width: number): Promise<void> {
    const cut = `[...document.querySelectorAll('.table-frame')].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.getAttribute('aria-label'))`
    expect(await report.page.evaluate(cut)).toEqual([])
    expect(await report.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
})
