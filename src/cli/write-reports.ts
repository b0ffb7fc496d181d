import type { Comparison } from '../compare/comparison.ts'
import type { TextOf } from '../report/junit/run-junit.ts'
import type { RunResult } from '../results/run-result.ts'
import { fileOutput } from './file-output.ts'
import { findTrends } from './find-trends.ts'

/** The flags that name files for reports. `-` as the file of Markdown is standard output. */
export interface FileFlags {
  json?: true | string
  junit?: string
  markdown?: string
  html?: string
}

/** Writes a result to the files that were asked for, each in its format. `history` is the file that keeps earlier runs; null where none does. */
export async function writeReports(
  result: RunResult | Comparison,
  { json, junit, markdown, html }: FileFlags,
  textOf: TextOf,
  history: string | null = null,
): Promise<void> {
  if (typeof json === 'string') fileOutput(json).write(`${JSON.stringify(result, null, 2)}\n`)
  if (junit !== undefined) fileOutput(junit).write(await formatJunit(result, textOf))
  if (markdown !== undefined) {
    const text = await formatMarkdown(result, textOf)
    if (markdown === '-') process.stdout.write(text)
    else fileOutput(markdown).write(text)
  }
  if (html !== undefined) {
    const { writeHtml } = await import('../report/html/write-html.ts')
    fileOutput(html).write(writeHtml(result, { trends: await findTrends(history, result) }))
  }
}

/** A result as JUnit XML. */
export async function formatJunit(result: RunResult | Comparison, textOf: TextOf): Promise<string> {
  if ('kind' in result) return (await import('../report/junit/comparison-junit.ts')).formatComparisonJunit(result)
  return (await import('../report/junit/run-junit.ts')).formatRunJunit(result, textOf)
}

async function formatMarkdown(result: RunResult | Comparison, textOf: TextOf): Promise<string> {
  if ('kind' in result)
    return (await import('../report/markdown/comparison-markdown.ts')).formatComparisonMarkdown(result)
  return (await import('../report/markdown/run-markdown.ts')).formatRunMarkdown(result, textOf)
}
