import { describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { ReportDocument } from './report-document.ts'
import { said } from './words.ts'

/** A document with what its conversations hold against nothing, for every format. */
export function withWarnings(document: ReportDocument, warnings: readonly Problem[] = []): ReportDocument {
  const leftOut = describeLeftOut({ warnings: [...warnings] })
  if (leftOut === null) return document
  const lists = [...document.lists, { title: 'not held against anything', items: [said(leftOut, 1_000)] }]
  return { ...document, warnings, lists, facts: { ...document.facts, leftOut } }
}
