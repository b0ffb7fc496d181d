import { groupByKey } from '../../base/group-by.ts'
import { plainText } from './door.ts'
import type { Case, Finding, ReportDocument } from './report-document.ts'

/** Each case with its findings. A finding that belongs to no case is a case of its own, so that it is never lost. */
export function casesWithFindings({
  cases,
  findings,
}: Pick<ReportDocument, 'cases' | 'findings'>): { each: Case; found: readonly Finding[] }[] {
  const byCase = groupByKey(findings, (finding) => finding.case)
  const caseIds = new Set(cases.map(({ id }) => id))
  const orphans = [...byCase.values()].flatMap(([first]) => (caseIds.has(first.case) ? [] : [caseOf(first)]))
  return [...cases, ...orphans].map((each) => ({ each, found: byCase.get(each.id) ?? [] }))
}

function caseOf(finding: Finding): Case {
  const verdict = finding.verdict === 'failed' || finding.verdict === 'errored' ? finding.verdict : 'passed'
  const [suite, name] = [finding.group, finding.title].map(plainText)
  return { id: finding.case, suite: suite ?? '', name: name ?? '', at: finding.at, verdict, reason: finding.what }
}
