import type { ServerResponse } from 'node:http'
import { relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { mostKept, readText } from '../../base/files/files.ts'
import { sharedId } from '../../engine/verdict/conversation-result.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { errorCode } from './kept-talks.ts'
import type { TestWork } from './suite-data.ts'

/** The path of the report on Vitest's server; it is unguessable. */
export function reportPath(talks: string): string {
  return `/__tableread__/${talks.slice(-24)}/`
}

/** Vitest's UI shows links only as pictures, so this is a picture; clicking it opens the address it was loaded from. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" width="190" height="28" viewBox="0 0 190 28" role="img" aria-label="Open in the report">
<rect width="190" height="28" rx="5" fill="#1f5fa8"/><text x="95" y="18.5" text-anchor="middle" textLength="158" lengthAdjust="spacingAndGlyphs" font-family="system-ui,sans-serif" font-size="13" fill="#fff">Open in the report ↗</text></svg>`

/** An address that gives a badge to an image, and to a page the report at the conversation that the query names. */
export function reportServer(file: string, base: string): Plugin {
  return {
    name: 'tableread:report',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
        if (pathname !== base) return next()
        response.setHeader('cache-control', 'no-store')
        const open = searchParams.get('open')
        if (request.headers['sec-fetch-dest'] === 'image') return send(response, 200, 'image/svg+xml', badge)
        if (open !== null) return redirect(response, `${base}#open=${encodeURIComponent(open)}`)
        return sendReport(file, response)
      })
    },
  }
}

function sendReport(file: string, response: ServerResponse): void {
  try {
    send(response, 200, 'text/html; charset=utf-8', readText(file, mostKept))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    send(response, 404, 'text/plain', 'The report is written at the end of a run.')
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location })
  response.end()
}

/** Records in the metadata of a test where the report shows it and, if Vitest's UI is open, links to that place. */
export async function linkToReport(plan: Plan, { settings, test, reportUrl }: TestWork): Promise<void> {
  const { review, versions } = settings
  const { tableread } = test.task.meta
  if (review.report === null || tableread === undefined) return
  const hash = reportHash(plan, versions)
  const link = relative(review.folder, review.report) + hash
  tableread.report = link
  if (reportUrl === '') return
  const path = `${reportUrl}?${hash.slice(1)}`
  await test.annotate(link, 'report', { path, contentType: 'image/svg+xml' })
}

/** `file:line`, with the version if the report has more than two, which it does not compare. */
function reportHash(plan: Plan, versions: readonly string[]): string {
  const key = versions.length > 2 ? plan.id : sharedId(plan)
  return `#open=${encodeURIComponent(key)}`
}
