import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { readTrends, type TrendsRead } from './read-trends.ts'
import { type HistorySubject, subjectKey, subjectOfResult, subjectOfSide } from './run-record.ts'

/** Reads how the conversations of a result fared over their `last` newest runs, the versions of a comparison's sides both. */
export function readTrendsOf(path: string, result: RunResult | Comparison, last: number): TrendsRead {
  const keys = new Set(subjectsOf(result).map(subjectKey))
  return readTrends(path, { choose: (known) => known.filter((subject) => keys.has(subjectKey(subject))), last })
}

function subjectsOf(result: RunResult | Comparison): HistorySubject[] {
  if (!('kind' in result)) return result.conversations.map((each) => subjectOfResult(each, result.target))
  const { a, b } = result.sides
  return result.conversations.flatMap((each) => [subjectOfSide(each, a), subjectOfSide(each, b)])
}
