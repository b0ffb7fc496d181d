import { columnsOf } from '../../base/characters.ts'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { callEndings, type ToolCoverage } from '../../engine/coverage/tool-coverage.ts'
import type { RunListener } from '../../engine/run-result.ts'
import { sumTally, type Tally } from '../../engine/verdict/verdict.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import type { ReportContext } from '../text/reporter.ts'

/** The coverage of a run: a table for each agent and version, and below it what was not covered. */
export function formatCoverage({ agents }: Coverage, paint: Paint): string {
  if (agents.length === 0) return `coverage  ${paint.warn('nothing ran')}`
  return agents.map((agent) => formatAgent(agent, paint)).join('\n\n')
}

function formatAgent(agent: AgentCoverage, paint: Paint): string {
  const columns = countColumns(agent)
  const head: Row = [
    ...['', '', ''].map((text) => ({ text })),
    ...columns.map((text) => ({ text, align: 'right', paint: paint.dim }) as const),
  ]
  const table = alignRows([head, ...coverageRows(agent, columns, paint)])
  return [
    `${paint.strong('coverage')}  ${agent.agent} ${paint.dim(`[${agent.version}]`)}`,
    ...[...table, ...uncoveredLines(agent, paint)].map((line) => ` ${line}`),
  ].join('\n')
}

/** What no turn of one agent covered: tools of its blueprint by phase, and kinds of content. */
function uncoveredLines({ uncovered, content }: AgentCoverage, paint: Paint): string[] {
  const unseen = contentKinds.filter((kind) => kind !== 'unknown' && sumTally(content[kind]) === 0)
  return alignRows([
    ...toolRows(uncovered, paint),
    ...section('content not covered', wrapNames(unseen), paint.dim, paint),
  ])
}

function toolRows(uncovered: AgentCoverage['uncovered'], paint: Paint): Row[] {
  const heading = 'tools not covered'
  if (uncovered === null)
    return section(heading, ["not known: this version's blueprint was not read"], paint.dim, paint)
  const lines = Object.entries(uncovered).flatMap(([phase, names]) =>
    wrapNames(names.map(cleanLine)).map((line, index) => `${(index === 0 ? phase : '').padEnd(6)}  ${line}`),
  )
  if (lines.length === 0) return section(heading, ['none'], paint.good, paint)
  // Post-call functions run when a session ends, and most conversations leave it open (TRN-21).
  const remark = uncovered.post.length > 0 ? ['        (these run when a session ends)'] : []
  return [...section(heading, lines, paint.warn, paint), ...section('', remark, paint.dim, paint)]
}

function section(heading: string, lines: readonly string[], colour: (text: string) => string, { dim }: Paint): Row[] {
  return lines.map((text, index) => [
    { text: index === 0 ? heading : '', paint: dim },
    { text, paint: colour },
  ])
}

/**
 * Lays names out in lines of at most `width` columns, separated by commas; a longer name gets its own line. No names
 * give no lines.
 */
export function wrapNames(names: readonly string[], width = 76): string[] {
  const lines: string[] = []
  for (const [index, name] of names.entries()) {
    const word = index === names.length - 1 ? name : `${name},`
    const last = lines.at(-1)
    if (last === undefined || columnsOf(last) + 1 + columnsOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** Columns of counts; `other` is omitted when empty. */
type CountColumns = readonly (keyof Tally)[]

/** The columns that the coverage of one agent needs. */
function countColumns({ conversations }: AgentCoverage): CountColumns {
  return conversations.other > 0 ? ['passed', 'failed', 'other'] : ['passed', 'failed']
}

/** The coverage of one agent, row by row: a heading in the first row of a section, a name, a detail, and the counts. */
function coverageRows(agent: AgentCoverage, columns: CountColumns, paint: Paint): Row[] {
  const counts = (tally: Tally): Row =>
    columns.map((column) => ({
      text: tally[column] === 0 ? '-' : String(tally[column]),
      align: 'right',
      ...(tally[column] === 0 ? { paint: paint.dim } : {}),
    }))
  const section = (
    heading: string,
    rows: readonly [name: string, detail: string, tally: Tally, isPoor?: boolean][],
  ): Row[] =>
    rows.map(([name, detail, tally, isPoor], index) => [
      { text: index === 0 ? heading : '', paint: paint.dim },
      { text: cleanLine(name) },
      { text: detail, ...(isPoor === true ? { paint: paint.warn } : {}) },
      ...counts(tally),
    ])
  const seen = contentKinds.filter((kind) => sumTally(agent.content[kind]) > 0)
  return [
    ...section('conversations', [['', '', agent.conversations]]),
    ...section('tools', agent.tools.flatMap(seenToolRows)),
    ...section(
      'handoffs',
      agent.handoffs.map(({ name, count }) => [`to ${name}`, '', count]),
    ),
    ...section(
      'metadata',
      agent.metadata.map(({ name, count }) => [name, '', count]),
    ),
    ...section(
      'content',
      seen.map((kind) => [kind, '', agent.content[kind]]),
    ),
  ]
}

/** The name of the tool is only in its first row. */
function seenToolRows(tool: ToolCoverage): [string, string, Tally, boolean][] {
  return callEndings(tool).map(([detail, tally, isPoor], index) => [
    index === 0 ? tool.name : '',
    detail,
    tally,
    isPoor,
  ])
}

/**
 * Prints the coverage of the run as a table at the end. It writes below the terminal report, so it must be registered
 * after it.
 */
export function reportCoverage({ output }: ReportContext, paint: Paint): RunListener {
  return (event) => {
    if (event.kind !== 'done') return
    output.write(`\n${formatCoverage(event.result.coverage, paint)}\n`)
    output.flush?.()
  }
}
