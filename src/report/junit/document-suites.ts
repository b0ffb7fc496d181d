import { groupByKey } from '../../base/group-by.ts'
import { casesWithFindings } from '../document/cases-with-findings.ts'
import { plainText } from '../document/door.ts'
import type { Case, Finding, Gate, ReportDocument } from '../document/report-document.ts'
import { said } from '../document/words.ts'
import type { JunitCase, JunitFinding, JunitSuite } from './write-junit.ts'

/**
 * A report as suites of cases, for JUnit and CTRF: a test for each case with its findings, and the suite `gate`, so
 * that a gate that is not open is never green.
 */
export function suitesOfDocument(document: ReportDocument): JunitSuite[] {
  const { gate, startedAt, study, tableread, target } = document
  const properties = Object.entries({ study, target: shown(target), tableread: shown(tableread) })
  const suites = [...groupByKey(casesWithFindings(document), ({ each }) => each.suite)].map(
    ([name, own]): JunitSuite => ({
      ...{ name: shown(name), startedAt, properties },
      cases: own.map(({ each, found }) => toCase(each, found)),
    }),
  )
  return gate === null ? suites : [...suites, { name: 'gate', startedAt, properties, cases: [gateCase(gate)] }]
}

/** What CTRF says of the whole. */
export function headOfDocument({
  startedAt,
  ms,
  tableread,
  target,
}: ReportDocument): Record<'startedAt' | 'tableread' | 'target', string> & { ms: number } {
  return { startedAt, ms, tableread: shown(tableread), target: shown(target) }
}

/** Names, paths and facts are text of others too. */
const shown = (text: string): string => plainText(said(text))

const elements = { failed: 'failure', errored: 'error', skipped: 'skipped' } as const

function toCase({ suite, name, at, verdict, reason, facts = {} }: Case, findings: readonly Finding[]): JunitCase {
  const why = reason === null ? verdict : plainText(reason)
  const text = [why, ...findings.flatMap(textOf)].join('\n')
  const [first] = findings
  const place = first?.at ?? at
  const advice = verdict === 'passed' && findings.length > 0 ? [['advice', text] as const] : []
  return {
    ...{ name: shown(name), classname: shown(suite), status: verdict, ms: 0 },
    ...{ file: place === null ? null : shown(place.file), line: place?.line ?? null },
    finding: verdict === 'passed' ? null : { element: elements[verdict], type: verdict, message: why, text },
    properties: [...Object.entries(facts).map(([key, fact]) => [key, shown(fact)] as const), ...advice],
  }
}

function textOf({ title, at, what, lines, evidence }: Finding): string[] {
  const head = [title, ' (', said(at.file), `:${at.line}): `, what]
  return ['', ...[head, ...lines.map((line) => ['  ', line]), ['  ', evidence]].map(plainText)]
}

function gateCase({ verdict, reason }: Gate): JunitCase {
  const why = plainText(reason)
  const element = verdict === 'shut' ? 'failure' : 'error'
  const finding: JunitFinding | null = verdict === 'open' ? null : { element, type: verdict, message: why, text: why }
  return {
    name: 'the gate',
    classname: 'gate',
    file: null,
    line: null,
    status: verdict,
    ms: 0,
    finding,
    properties: [],
  }
}
