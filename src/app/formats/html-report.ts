import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { Trend } from '../../records/history/trend.ts'
import { mostWhole, slimPassed } from '../../records/shards/parts.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import { htmlParts } from '../../report/html/write-html.ts'
import type { WholeOf } from '../../report/text/json-parts.ts'
import type { FormatContext } from './reported.ts'

/** For a large run it omits the transcripts of passed conversations: `file` is named, and what has them `elsewhere`. */
export async function htmlReport(
  result: RunResult | Comparison | ReportDocument,
  { history, resultFile, tell, ...context }: FormatContext,
  file: string,
  elsewhere = '; --json has it',
): Promise<Iterable<string>> {
  const trends = 'findings' in result ? [] : await findTrends(history, result, tell)
  const options = { ...context, trends, ...(resultFile === undefined ? {} : { review: { file: resultFile } }) }
  if (!('versions' in result) || result.conversations.length <= mostWhole) return htmlParts(result, options)
  tell(`${file} leaves out what was said in conversations that passed${elsewhere}\n`)
  const wholeOf: WholeOf = (each) => (each.verdict === 'passed' ? each : context.wholeOf(each))
  return htmlParts(slimPassed(result), { ...options, wholeOf })
}

/** How many of the newest runs a report shows. */
const lookBack = 20

/** How conversations fared in the history; empty without one. A problem with it is one line on standard error. */
async function findTrends(
  history: string | null,
  result: RunResult | Comparison,
  tell: FormatContext['tell'],
): Promise<Trend[]> {
  if (history === null) return []
  const none = (why: string): [] => {
    tell(`the report has no trends, the history could not be read: ${why}\n`)
    return []
  }
  try {
    const { readTrendsOf } = await import('../../records/history/read-trends.ts')
    const read = readTrendsOf(history, result, lookBack)
    if (read.ok) return read.trends
    return none(read.trouble.message)
  } catch (error) {
    return none((error as Error).message)
  }
}
