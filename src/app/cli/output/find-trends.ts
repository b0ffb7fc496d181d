import type { Comparison } from '../../../compare/comparison.ts'
import type { RunResult } from '../../../engine/run-result.ts'
import type { Trend } from '../../../records/history/trend.ts'
import { complain } from '../../project/print.ts'

/** How many of the newest runs a report looks back on. */
const lookBack = 20

/**
 * How the conversations of a result fared over the runs that a history keeps; none without a history. Whatever is wrong with
 * it is one line on standard error and no more, as when it is written.
 */
export async function findTrends(history: string | null, result: RunResult | Comparison): Promise<Trend[]> {
  if (history === null) return []
  try {
    const { readTrendsOf } = await import('../../../records/history/read-trends-of.ts')
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
