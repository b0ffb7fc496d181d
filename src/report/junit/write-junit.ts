import { showUnseen } from '../text/finish-text.ts'
import { escapeXml } from '../text/line.ts'
/** Why a case did not pass: `failure` is the agent's fault, `error` was not judged; `text` is all a person needs. */
export interface JunitFinding {
  element: 'failure' | 'error' | 'skipped'
  type: string
  message: string
  text: string
}

/** One test; `file` and `line`: where it fails, or begins, null in no file. `startedAt` is absent if nothing began. */
export interface JunitCase {
  name: string
  classname: string
  file: string | null
  line: number | null
  startedAt?: string
  status: string
  ms: number
  finding: JunitFinding | null
  properties: readonly (readonly [name: string, value: string])[]
}

/** A suite of tests, with facts that hold for all of them. */
export interface JunitSuite {
  name: string
  startedAt: string
  properties: readonly (readonly [name: string, value: string])[]
  cases: readonly JunitCase[]
}

/**
 * JUnit XML, valid against Jenkins' schema (tests/report/jenkins-junit.xsd) except for `file` and `line` of
 * cases and the `message` of `skipped`, which other readers use and Jenkins ignores. That schema allows properties on suites only, so those
 * of a case go into its `system-out` as `[[PROPERTY|name=value]]`, a form that several readers understand.
 */
export function writeJunit(suites: readonly JunitSuite[], ms: number): string {
  const all = suites.flatMap(({ cases }) => cases)
  const head = attributes({ name: 'tableread', ...tally(all), time: seconds(ms) })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.map(writeSuite).join('')}</testsuites>\n`
}

function writeSuite({ name, startedAt, properties, cases }: JunitSuite): string {
  const head = attributes({
    name,
    ...tally(cases),
    skipped: count(cases, 'skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    timestamp: startedAt,
  })
  const facts = properties.map(([key, value]) => `      <property ${attributes({ name: key, value })}/>\n`)
  const block = facts.length === 0 ? '' : `    <properties>\n${facts.join('')}    </properties>\n`
  return `  <testsuite ${head}>\n${block}${cases.map(writeCase).join('')}  </testsuite>\n`
}

function writeCase({ name, classname, file, line, status, ms, finding, properties }: JunitCase): string {
  const place = { ...(file === null ? {} : { file }), ...(line === null ? {} : { line }) }
  const head = attributes({ name, classname, ...place, time: seconds(ms), status })
  const lines = properties.map(([key, value]) => `[[PROPERTY|${key}=${value.replace(/\s+/g, ' ')}]]\n`)
  const out = lines.length === 0 ? '' : `      <system-out>${writeText(lines.join(''))}</system-out>\n`
  const element = finding === null ? '' : `      ${writeFinding(finding)}\n`
  return `    <testcase ${head}>\n${element}${out}    </testcase>\n`
}

function writeFinding({ element, type, message, text }: JunitFinding): string {
  if (element === 'skipped') return `<skipped ${attributes({ message })}>${writeText(text)}</skipped>`
  return `<${element} ${attributes({ type, message })}>${writeText(text)}</${element}>`
}

function tally(cases: readonly JunitCase[]): Record<string, number> {
  return { tests: cases.length, failures: count(cases, 'failure'), errors: count(cases, 'error') }
}

function count(cases: readonly JunitCase[], element: JunitFinding['element']): number {
  return cases.filter(({ finding }) => finding?.element === element).length
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${writeText(String(value)).replace(/\s/g, ' ')}"`)
    .join(' ')
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3)

/** XML text: markup escaped (`]]>` too), characters that show nothing as their code, and those XML 1.0 forbids replaced. */
function writeText(text: string): string {
  const legal = showUnseen(text).replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
  return escapeXml(legal).replaceAll('\r', '&#13;')
}
