// @module-tag stress
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatRunMarkdown } from '../src/report/markdown/result-markdown.ts'
import { junitOfRun } from '../src/report/run.fixture.ts'
import { reportToTerminal } from '../src/report/terminal/terminal-reporter.ts'
import { createPaint } from '../src/report/text/paint.ts'
import { failuresAlone } from '../src/report/text/reporter.ts'
import { findViolations } from './report-page/find-violations.ts'
import { makeJudgedRun } from './report-page/judged-run.ts'
import { openReportBrowser, type ReportBrowser } from './report-page/open-report.ts'

const run = makeJudgedRun()
const textOf = (): undefined => undefined

describe('what judges said, in text', () => {
  it('stands in the terminal, with advice of what passed in short and a count at the end', async () => {
    const chunks: string[] = []
    const output = { write: (text: string) => chunks.push(text), columns: null } as never
    const report = reportToTerminal({ output, textOf, detail: failuresAlone }, createPaint(false))
    const plans = run.conversations.map((each) => ({ id: each.id, version: 'default' }))
    await report({ kind: 'begun', plans, target: run.target } as never)
    for (const each of run.conversations) await report({ kind: 'conversation done', result: each } as never)
    await report({ kind: 'done', result: run, interrupted: false } as never)
    const text = chunks.join('')
    expect(text).toContain('     turn 2: advice: the judge says not met: is sorry before it offers a thing\n')
    expect(text).toContain('the judges say not met, expected is met')
    expect(text).toContain('licensed 12 days ago: finds 97 % of what is met')
    expect(text).toContain(
      ' criteria for judges: 3 counted, 1 of them not as expected; 1 not judged; 1 advice without a licence, 1 of them not as expected\n',
    )
  })

  it('stands in JUnit, where advice is no failure', async () => {
    const xml = junitOfRun(run, textOf)
    expect(xml).toContain('failures="1" errors="1"')
    expect(xml).toContain(
      '[[PROPERTY|advice=turn 2: advice: the judge says not met, expected is met; criterion is sorry',
    )
    expect(xml).toContain('[[PROPERTY|judged=turn 1: the judges say not met')
    const advised = xml.slice(xml.indexOf('is advised'))
    expect(advised).not.toMatch(/<failure|<error/)
  })

  it('stands in Markdown, with advice apart', () => {
    const text = formatRunMarkdown(run, textOf)
    expect(text).toContain('Judges without a licence advise, which counts for nothing\n\n- suites')
    expect(text).toContain('criteria for judges: 3 counted')
  })
})

describe('what judges said, on the page', () => {
  let report: ReportBrowser
  beforeAll(async () => {
    report = await openReportBrowser()
  })
  afterAll(() => report?.close())

  it('is marked in the transcript where it is quoted, even with other spaces, and named where it cannot be found', async () => {
    await report.open(run, '#open=suites/orders.yaml:18')
    await report.page.locator('.transcript').first().waitFor()
    expect(await report.lines('.message mark.quoted')).toEqual(['is still being packed'])
    expect(await report.lines('.quoted-here')).toEqual([
      'quoted here: "order_id":"2077"',
      'quoted here: words that were redacted',
    ])
    expect(await report.lines('.note[data-tone=failed] pre')).toEqual([
      expect.stringContaining('votes 1 met, 2 not met'),
    ])
    expect(await report.page.locator('img').count()).toBe(0)
    expect(report.errors).toEqual([])
  })

  it('never looks like a pass or a failure where it is advice', async () => {
    await report.open(run, '#open=suites/orders.yaml:40')
    await report.page.getByText('advice of judges without a licence').click()
    expect(await report.page.locator('.note[data-tone=advice] .verdict').count()).toBe(0)
    expect(await report.lines('.note[data-tone=advice] .said')).toEqual([
      'advice: the judge says not met, expected is met',
    ])
    expect(await report.lines('mark.quoted')).toEqual(['Nothing at all', 'in full'])
  })

  it('filters by what judges said, and the place comes back', async () => {
    const openersFor = async (judged: string) => {
      await report.page.getByLabel('Judged').selectOption(judged)
      return report.lines('.card .opener')
    }
    await report.open(run)
    expect(await openersFor('not met')).toEqual(['is sorry'])
    expect(await openersFor('met')).toEqual(['is advised'])
    expect(await openersFor('advice')).toEqual(['is advised'])
    expect(await openersFor('unjudged')).toEqual(['has no answer of a judge'])
    await report.open(run, '#judged=advice')
    expect(await report.lines('.card .opener')).toEqual(['is advised'])
  })

  it.each([390, 1400])(
    'has no finding of axe and no scrolling to the side at %d points',
    { tags: 'stress' },
    async (width) => {
      await report.page.setViewportSize({ width, height: 900 })
      await report.open(run, '#open=suites/orders.yaml:18&open=suites/orders.yaml:40&open=suites/orders.yaml:30')
      await report.page.getByText('advice of judges without a licence').click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await report.page.emulateMedia({ colorScheme })
        expect(await findViolations(report.page)).toEqual([])
      }
      expect(await report.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      const folder = process.env.TABLEREAD_SCREENSHOTS
      if (folder === undefined) return
      mkdirSync(folder, { recursive: true })
      await report.page.emulateMedia({ colorScheme: 'light' })
      await report.page.screenshot({ path: join(folder, `judged-${width}.png`), fullPage: true })
    },
  )
})
