import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { runDocument } from '../studies/run.ts'
import type { TextOf } from '../text/reporter.ts'
import { formatDocumentMarkdown } from './document-markdown.ts'

/**
 * A run as a pull-request comment or job summary: how it went, then the conversations that did not pass, gravest first.
 * At most `limit` characters, by default what GitHub takes; what is left out is counted.
 */
export function formatRunMarkdown(result: RunResult, textOf: TextOf, limit?: number): string {
  return formatDocumentMarkdown(runDocument(result, textOf), limit)
}

/** The same of a comparison: the sentence and the gate, then the conversations that are not the same. */
export function formatComparisonMarkdown(comparison: Comparison, limit?: number): string {
  return formatDocumentMarkdown(comparisonDocument(comparison), limit)
}
