import type { ConversationResult } from '../results/conversation-result.ts'
import type { RunListener } from '../results/run-event.ts'
import type { RunResult } from '../results/run-result.ts'
import { formatFailure } from './format-failure.ts'
import { createPaint } from './paint.ts'
import type { ReportContext } from './reporter.ts'

/** JUnit XML: a suite per file and version, a case per conversation. `failure`: the agent; `error`: it could not be judged, or the script is broken; `skipped`: not reached or skipped. */
export function reportAsJunit({ output, textOf }: ReportContext): RunListener {
  return (event) => {
    if (event.kind === 'done') output.write(junit(event.result, textOf))
  }
}

function junit(result: RunResult, textOf: ReportContext['textOf']): string {
  const groups = new Map<string, ConversationResult[]>()
  for (const each of result.conversations) {
    const name = `${each.file} [${each.version}]`
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  const suites = [...groups].map(([name, cases]) => {
    const counts = attributes({
      name,
      tests: cases.length,
      ...tally(cases),
      time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    })
    return `  <testsuite ${counts}>\n${cases.map((each) => testcase(each, textOf)).join('\n')}\n  </testsuite>`
  })
  const broken = result.problems.map(({ file, at, message, code }) => {
    const inner = `<error type="broken" message="${escapeXml(message)}">${escapeXml(`${file}:${at.line}:${at.column}: ${message} [${code}]`)}</error>`
    return `  <testsuite ${attributes({ name: file, tests: 1, failures: 0, errors: 1, skipped: 0 })}>\n    <testcase ${attributes({ name: file, classname: file })}>${inner}</testcase>\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tableread" time="${seconds(result.ms)}">\n${[...broken, ...suites].join('\n')}\n</testsuites>\n`
}

function tally(cases: readonly ConversationResult[]): Record<string, number> {
  const count = (kind: string): number => cases.filter((each) => elementOf(each) === kind).length
  return { failures: count('failure'), errors: count('error'), skipped: count('skipped') }
}

function elementOf({ verdict }: ConversationResult): 'failure' | 'error' | 'skipped' | null {
  if (verdict === 'failed' || verdict === 'flaky') return 'failure'
  if (verdict === 'errored' || verdict === 'broken') return 'error'
  return verdict === 'passed' ? null : 'skipped'
}

function testcase(result: ConversationResult, textOf: ReportContext['textOf']): string {
  const head = attributes({
    name: `${result.name} [${result.version}]`,
    classname: result.file,
    file: result.file,
    line: result.at.line,
    time: seconds(result.ms),
  })
  const element = elementOf(result)
  if (element === null) return `    <testcase ${head} />`
  if (element === 'skipped')
    return `    <testcase ${head}><skipped message="${escapeXml(result.reason ?? result.verdict)}" /></testcase>`
  const text = formatFailure(result, textOf(result.file), createPaint(false))
  return `    <testcase ${head}><${element} type="${result.verdict}" message="${escapeXml(text.split('\n', 1)[0] ?? '')}">${escapeXml(text)}</${element}></testcase>`
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ')
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}

/** XML text: markup escaped, and the characters XML 1.0 forbids replaced. */
function escapeXml(text: string): string {
  const legal = text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
  return legal.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
