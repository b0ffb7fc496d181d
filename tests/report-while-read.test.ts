// @module-tag stress
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeHtml } from '../src/report/html/write-html.ts'
import { makeComparison } from './report-page/make-comparison.ts'
import { openReportBrowser, type ReportBrowser } from './report-page/open-report.ts'

describe('a report of which the browser has only read the list', () => {
  let report: ReportBrowser
  let rest: () => void
  const [list = '', conversations = ''] = splitAt(writeHtml(makeComparison()), '<script type="application/x-ndjson"')
  const server = createServer((_, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.write(list)
    rest = () => void response.end(conversations)
  })

  beforeAll(async () => {
    report = await openReportBrowser()
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(async () => {
    await report?.close()
    server.close()
  })

  it.each(['', '#open=suites/orders.yaml:18'])(
    'shows the list, and each conversation once it is there (%s)',
    async (hash) => {
      const { page } = report
      await page.goto('about:blank')
      const visit = page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${hash}`)
      await page.locator('.card').first().waitFor()
      expect(await report.lines('.card[data-open] .body')).toEqual(['Reading the file …'])
      rest()
      await visit
      await page.locator('.card[data-open] .transcript').first().waitFor()
      expect(await report.lines('.card[data-open] .body > .muted')).toEqual([])
      expect(report.errors).toEqual([])
    },
  )
})

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at)]
}
