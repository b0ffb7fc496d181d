import { isAbsolute, relative, resolve } from 'node:path'
import { unique } from '../../base/group-by.ts'
import { redactKeys } from '../../base/secret-keys.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { Trend } from '../../records/history/trend.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import { formatRunJunit, suitesOfRun, type TextOf } from '../../report/junit/run-junit.ts'
import type { Interrupted } from '../../report/otlp/statuses.ts'
import { jsonParts, type WholeOf } from '../../report/text/json-parts.ts'
import { isCollector } from './collector.ts'
import { writeGivenInTurns } from './given-files.ts'
import { command, complain, print } from './print.ts'
import type { Sinks } from './sinks.ts'

/** The flags that name files for reports. `-` for Markdown means standard output. */
export interface FileFlags {
  json?: true | string
  junit?: string
  ctrf?: string
  /** A file, or the address of a collector. */
  otlp?: string
  markdown?: string
  html?: string
}

/** What is known besides the result. */
interface Known {
  /** The file with earlier runs. */
  history?: string | null
  wholeOf?: WholeOf
  /** The flags with which a command does it again, quoted. */
  again?: readonly string[]
  /** The exit code of the signal that interrupted the run. */
  interrupted?: Interrupted
}

/**
 * Writes a result to the requested files, each in its own format. Each file is written atomically, and one
 * that fails does not stop the others.
 */
export async function writeReports(
  result: RunResult | Comparison,
  { json, junit, ctrf, otlp, markdown, html }: FileFlags,
  textOf: TextOf,
  sinks: Sinks,
  { history = null, wholeOf = (each) => each, again = [], interrupted = null }: Known = {},
): Promise<void> {
  if (typeof json === 'string')
    await sinks.fill(() => writeGivenInTurns(json, jsonParts(result, wholeOf), { flag: '--json', kind: 'json' }))
  if (junit !== undefined)
    await sinks.fill(async () =>
      writeGivenInTurns(junit, await formatJunit(result, textOf), { flag: '--junit', kind: 'junit' }),
    )
  if (ctrf !== undefined)
    await sinks.fill(async () =>
      writeGivenInTurns(ctrf, await formatCtrf(result, textOf), { flag: '--ctrf', kind: 'ctrf' }),
    )
  if (otlp !== undefined) await sinks.fill(() => writeOtlp(otlp, result, { wholeOf, interrupted }))
  if (markdown !== undefined)
    await sinks.fill(async () => {
      const text = await formatMarkdown(result, textOf)
      if (markdown === '-') print(text)
      else await writeGivenInTurns(markdown, text, { flag: '--markdown', kind: 'markdown' })
    })
  if (html !== undefined)
    await sinks.fill(async () =>
      writeHtmlReport(html, '--html', result, { trends: await findTrends(history, result), wholeOf, textOf, again }),
    )
}

/**
 * Writes the HTML report of a result; for a large run it omits the transcripts of conversations that passed.
 * `flag` is the flag that asked for it, for messages.
 * @throws UsageError for a file that is not ours, or cannot be written
 */
export async function writeHtmlReport(
  file: string,
  flag: string,
  result: RunResult | Comparison | ReportDocument,
  {
    trends = [],
    wholeOf = (each) => each,
    textOf = () => undefined,
    again = [],
  }: { trends?: readonly Trend[]; wholeOf?: WholeOf; textOf?: TextOf; again?: readonly string[] } = {},
): Promise<void> {
  const { htmlParts } = await import('../../report/html/write-html.ts')
  const { mostWhole, slimPassed } = await import('../../records/shards/parts.ts')
  const large = 'versions' in result && result.conversations.length > mostWhole
  const elsewhere = flag === '--html' ? '; --json has it' : ''
  if (large) complain(`${file} leaves out what was said in conversations that passed${elsewhere}\n`)
  const parts = large
    ? htmlParts(slimPassed(result), { trends, textOf, again })
    : htmlParts(result, { trends, wholeOf, textOf, again })
  await writeGivenInTurns(file, parts, { flag, kind: 'html' })
}

/** A result as JUnit XML. */
export async function formatJunit(result: RunResult | Comparison, textOf: TextOf): Promise<string> {
  if ('kind' in result) return (await import('../../report/junit/comparison-junit.ts')).formatComparisonJunit(result)
  return formatRunJunit(result, textOf)
}

async function formatCtrf(result: RunResult | Comparison, textOf: TextOf): Promise<string> {
  const { writeCtrf } = await import('../../report/ctrf/write-ctrf.ts')
  if (!('kind' in result)) return writeCtrf(await suitesOfRun(result, textOf), result)
  const { suitesOfComparison } = await import('../../report/junit/comparison-junit.ts')
  const targets = unique([result.sides.a.target, result.sides.b.target])
  return writeCtrf(suitesOfComparison(result), { ...result, target: targets.join(' and ') })
}

/**
 * Writes spans to a file in one piece, or to a collector in requests of a size that it takes; keys are
 * redacted in both.
 */
export async function writeOtlp(
  otlp: string,
  result: RunResult | Comparison | ReportDocument,
  known: Pick<Known, 'wholeOf' | 'interrupted'> = {},
): Promise<void> {
  const { otlpParts, otlpRequests } = await import('../../report/otlp/write-otlp.ts')
  if (!isCollector(otlp)) {
    await writeGivenInTurns(otlp, otlpParts(result, known), { flag: '--otlp', kind: 'otlp' })
    return
  }
  const { sendOtlp } = await import('./send-otlp.ts')
  await sendOtlp(otlp, withoutSecrets(otlpRequests(result, known)))
}

function* withoutSecrets(documents: Iterable<string>): Generator<string> {
  for (const document of documents) yield redactKeys(document)
}

async function formatMarkdown(result: RunResult | Comparison, textOf: TextOf): Promise<string> {
  if ('kind' in result)
    return (await import('../../report/markdown/comparison-markdown.ts')).formatComparisonMarkdown(result)
  return (await import('../../report/markdown/run-markdown.ts')).formatRunMarkdown(result, textOf)
}

/** How many of the newest runs a report shows. */
const lookBack = 20

/**
 * How the conversations of a result fared over the runs in the history; empty without a history. A problem
 * with the history is one line on standard error and nothing more, as when the history is written.
 */
async function findTrends(history: string | null, result: RunResult | Comparison): Promise<Trend[]> {
  if (history === null) return []
  try {
    const { readTrendsOf } = await import('../../records/history/read-trends.ts')
    const read = readTrendsOf(history, result, lookBack)
    if (read.ok) return read.trends
    return none(read.trouble.message)
  } catch (error) {
    return none((error as Error).message)
  }
}

function none(why: string): [] {
  complain(`the report has no trends, the history could not be read: ${why}\n`)
  return []
}

/**
 * In a step of GitHub Actions, annotates the suite lines of whatever did not pass, for the pull request. Does
 * nothing elsewhere, or if `TABLEREAD_ANNOTATIONS` is `off`.
 */
export async function annotateLines(
  result: RunResult | Comparison | ReportDocument,
  { GITHUB_ACTIONS, GITHUB_WORKSPACE, TABLEREAD_ANNOTATIONS }: NodeJS.ProcessEnv,
): Promise<void> {
  if (GITHUB_ACTIONS !== 'true' || TABLEREAD_ANNOTATIONS === 'off') return
  const { annotate } = await import('../../report/github/annotations.ts')
  const lines = annotate(result, (file) => pathInRepository(file, GITHUB_WORKSPACE))
  if (lines !== '') command(lines)
}

/** GitHub expects paths relative to the root of the repository, wherever a command runs. */
function pathInRepository(file: string, root: string | undefined): string {
  const path = root === undefined || root === '' ? file : relative(root, resolve(file))
  const own = path.startsWith('..') || isAbsolute(path) ? file : path
  return own.replaceAll('\\', '/')
}
