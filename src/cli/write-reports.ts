import type { Comparison } from '../compare/comparison.ts'
import { jsonPieces } from '../report/json-pieces.ts'
import type { TextOf } from '../report/junit/run-junit.ts'
import type { RunResult } from '../results/run-result.ts'
import { fileOutput } from './file-output.ts'
import { findTrends } from './find-trends.ts'
import { print } from './print.ts'

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
  if (typeof json === 'string') {
    const { write } = fileOutput(json)
    for (const piece of jsonPieces(result)) write(piece)
  }
  if (junit !== undefined) fileOutput(junit).write(await formatJunit(result, textOf))
  if (markdown !== undefined) {
    const text = await formatMarkdown(result, textOf)
    if (markdown === '-') print(text)
    else fileOutput(markdown).write(text)
  }
  if (html !== undefined) {
    const { writeHtml } = await import('../report/html/write-html.ts')
    const { mostWhole, slimPassed } = await import('../shards/slim-passed.ts')
    const large = !('kind' in result) && result.conversations.length > mostWhole
    if (large) process.stderr.write(`${html} leaves out what was said in conversations that passed; --json has it\n`)
    fileOutput(html).write(
      writeHtml(large ? slimPassed(result) : result, { trends: await findTrends(history, result) }),
    )
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
