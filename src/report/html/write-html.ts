import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { packageFolder } from '../../base/package-folder.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { PageReview } from '../../pages/report/report-document.ts'
import type { Trend } from '../../records/history/trend.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { runDocument } from '../studies/run.ts'
import type { WholeOf } from '../text/json-parts.ts'
import type { TextOf } from '../text/reporter.ts'
import { makeReport } from './make-report.ts'
import { plainPage } from './plain-page.ts'

/**
 * What a report needs besides the result: trends from a history, whole conversations, and the texts of suites
 * for excerpts.
 */
interface HtmlOptions {
  trends?: readonly Trend[]
  wholeOf?: WholeOf
  textOf?: TextOf
  /** The flags with which a command does it again, quoted. */
  again?: readonly string[]
  /** Where decisions go: a path of the server that serves the page, or the file that a command is to read. */
  review?: PageReview
}

/**
 * A result as one HTML file that needs no network: its only script and style are inline and allowed by their
 * hashes, so that nothing an agent said can run or load. A browser that runs no script shows the essential as a table. Conversations are stored one per line behind the script, so that
 * the list is there while they are still being read, and the page parses only those that are opened. `trends` come from
 * a history.
 */
export function writeHtml(result: RunResult | Comparison | ReportDocument, options: HtmlOptions = {}): string {
  return [...htmlParts(result, options)].join('')
}

/** `writeHtml` in parts, so that a long run never is one string; `wholeOf` gives what the result leaves out. */
export function* htmlParts(
  result: RunResult | Comparison | ReportDocument,
  { trends = [], wholeOf = (each) => each, textOf = () => undefined, again = [], review }: HtmlOptions = {},
): Generator<string> {
  const { script, style } = readPageAssets()
  const { document: page, bodies } = makeReport(result, trends, wholeOf, textOf)
  const document = {
    ...page,
    ...(again.length === 0 ? {} : { again }),
    ...(review === undefined ? {} : { review }),
  }
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    ...(review?.posts === undefined ? [] : ["connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Tableread report</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>
${plainPage(modelOf(result, textOf))}
</noscript>
<script type="application/json" id="report">${embedJson(document)}</script>
<script>${script}</script>
<script type="application/x-ndjson" id="conversations">`
  for (const [index, body] of bodies.entries()) yield `${index === 0 ? '' : '\n'}${embedJson(body())}`
  yield `</script>
</body>
</html>
`
}

/** The model that every other format is written from. */
function modelOf(result: RunResult | Comparison | ReportDocument, textOf: TextOf): ReportDocument {
  if ('findings' in result) return result
  return 'kind' in result ? comparisonDocument(result, { textOf }) : runDocument(result, textOf)
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** JSON safe in a script element: nothing ends it, begins a comment or alters how the source looks; the same value. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const pageFolder = new URL('dist/pages/report/', packageFolder)

/** Reads the bundled page. Throws if the package was not built. */
function readPageAssets(): { script: string; style: string } {
  if (!existsSync(new URL('page.js', pageFolder)))
    throw new Error('the page of the HTML report is not built\n  run "npm run build" in the folder of Tableread')
  return {
    script: readFileSync(new URL('page.js', pageFolder), 'utf8'),
    style: readFileSync(new URL('page.css', pageFolder), 'utf8'),
  }
}
