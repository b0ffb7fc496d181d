import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import type { Comparison } from '../../src/compare/comparison.ts'
import type { RunResult } from '../../src/engine/run-result.ts'
import type { Trend } from '../../src/records/history/trend.ts'
import type { ReportDocument } from '../../src/report/document/report-document.ts'
import { writeHtml } from '../../src/report/html/write-html.ts'
import { openBrowser } from '../vitest/open-browser.ts'

/** Reports opened as files in a browser, and ways to inspect them. */
export interface ReportBrowser {
  page: Page
  /** What the browser requested besides the file, and the errors it logged, since the report was opened. */
  requests: string[]
  errors: string[]
  /** Writes a result to a file, with its history, and opens it, by default with every conversation closed. */
  open(
    result: RunResult | Comparison | ReportDocument,
    hash?: string,
    trends?: readonly Trend[],
    textOf?: (file: string) => string | undefined,
  ): Promise<void>
  /** The visible text of all elements that match a selector, with each run of white space as one space. */
  lines(selector: string): Promise<string[]>
  close(): Promise<void>
}

/** Bundles the page from the current source, and starts a browser. */
export async function openReportBrowser(): Promise<ReportBrowser> {
  execFileSync(process.execPath, [resolve(import.meta.dirname, '../../scripts/bundle-report-page.mjs')])
  const folder = mkdtempSync(join(tmpdir(), 'tableread-report-'))
  const browser = await openBrowser()
  const { page } = browser
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  let reportCount = 0
  return {
    page,
    requests,
    errors,
    async open(result, hash = '#list=', trends = [], textOf = () => undefined) {
      reportCount += 1
      const file = join(folder, `report-${reportCount}.html`)
      writeFileSync(file, writeHtml(result, { trends, textOf }))
      await page.goto('about:blank')
      requests.length = 0
      errors.length = 0
      await page.goto(`${pathToFileURL(file)}${hash}`)
      await page.locator('.card, .empty').first().waitFor()
    },
    async lines(selector) {
      await waitForFrame(page)
      return (await page.locator(selector).allInnerTexts()).map((text) => text.trim().replace(/\s+/g, ' '))
    },
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits two frames: a fold draws its content in an event that follows the click. */
const waitForFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))')
