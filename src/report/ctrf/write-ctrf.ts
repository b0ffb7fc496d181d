import { plainSaid } from '../document/door.ts'
import type { ReportDocument } from '../document/report-document.ts'
import type { JunitCase, JunitFinding, JunitSuite } from '../junit/write-junit.ts'
import { formatJson } from '../text/finish-text.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

/** Facts about a result besides its suites; `target` is the service, or those of both sides. */
interface CtrfHead {
  startedAt: string
  ms: number
  tableread: string
  target: string
  /** What did not count in it, in words. */
  leftOut?: string
}

/** What CTRF says of a report as a whole. */
export function headOfDocument({ startedAt, ms, tableread, target, facts }: ReportDocument): CtrfHead {
  const head = { startedAt, ms, tableread: plainSaid(tableread), target: plainSaid(target) }
  return facts?.leftOut === undefined ? head : { ...head, leftOut: plainSaid(facts.leftOut) }
}

/** CTRF 0.0.0 (https://ctrf.io), each JUnit case a test; not judged is `failed`: readers count nothing else. */
export function writeCtrf(
  suites: readonly JunitSuite[],
  { startedAt, ms, tableread, target, leftOut }: CtrfHead,
): string {
  const tests = suites.flatMap(({ name, cases }) => cases.map((each) => toTest(each, name)))
  const countOf = (status: Status): number => tests.filter((test) => test.status === status).length
  const start = Date.parse(startedAt)
  const stop = start + Math.round(ms)
  return `${formatJson({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: `tableread ${tableread}`,
    timestamp: new Date(stop).toISOString(),
    results: {
      tool: { name: 'tableread', version: tableread },
      summary: {
        tests: tests.length,
        passed: countOf('passed'),
        failed: countOf('failed'),
        skipped: countOf('skipped'),
        pending: countOf('pending'),
        other: countOf('other'),
        flaky: 0, // CTRF says it of what passes in the end
        suites: suites.length,
        start,
        stop,
        duration: Math.round(ms),
      },
      tests,
      environment: { testEnvironment: target, ...(leftOut === undefined ? {} : { extra: { leftOut } }) },
    },
  })}\n`
}

function toTest(
  { name, file, line, startedAt, status, ms, finding, properties }: JunitCase,
  suite: string,
): { status: Status } & Record<string, unknown> {
  const start = startedAt === undefined ? undefined : Date.parse(startedAt)
  const duration = Math.round(ms)
  const tags = properties.flatMap(([key, value]) => (key === 'tag' ? [value] : []))
  return {
    name,
    status: statusOf(finding, status),
    rawStatus: status,
    duration,
    ...(start === undefined ? {} : { start, stop: start + duration }),
    suite: [suite],
    ...(file === null ? {} : { filePath: file }),
    ...(line === null ? {} : { line }),
    ...(finding === null ? {} : { message: finding.message, trace: finding.text }),
    ...(tags.length === 0 ? {} : { tags }),
    extra: factsOf(properties),
  }
}

function statusOf(finding: JunitFinding | null, status: string): Status {
  if (finding === null) return 'passed'
  if (finding.element !== 'skipped') return 'failed'
  return status === 'not reached' ? 'pending' : 'skipped'
}

/** Facts by name; several with one name become a list. */
function factsOf(properties: JunitCase['properties']): Record<string, string | string[]> {
  const facts = new Map<string, string[]>()
  for (const [name, value] of properties) if (name !== 'tag') facts.set(name, [...(facts.get(name) ?? []), value])
  return Object.fromEntries(
    [...facts].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}
