import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { callEndings } from '../../engine/coverage/call-endings.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import type { ToolCoverage } from '../../engine/coverage/tool-coverage.ts'
import { sumTally, type Tally } from '../../engine/verdict/tally.ts'
import type { Row } from './align-rows.ts'
import { cleanLine } from './clean-line.ts'
import type { Paint } from './paint.ts'

/** Columns of counts; `other` is left out when nothing stands in it. */
export type CountColumns = readonly (keyof Tally)[]

/** The columns that the coverage of one agent needs. */
export function countColumns({ conversations }: AgentCoverage): CountColumns {
  return conversations.other > 0 ? ['passed', 'failed', 'other'] : ['passed', 'failed']
}

/** The coverage of one agent, row by row: a heading in the first row of a section, a name, a detail, and the counts. */
export function coverageRows(agent: AgentCoverage, columns: CountColumns, paint: Paint): Row[] {
  const counts = (tally: Tally): Row =>
    columns.map((column) => ({
      text: tally[column] === 0 ? '-' : String(tally[column]),
      align: 'right',
      ...(tally[column] === 0 ? { paint: paint.dim } : {}),
    }))
  const section = (heading: string, rows: readonly [name: string, detail: string, tally: Tally][]): Row[] =>
    rows.map(([name, detail, tally], index) => [
      { text: index === 0 ? heading : '', paint: paint.dim },
      { text: cleanLine(name) },
      { text: detail, ...(/error|no output/.test(detail) ? { paint: paint.warn } : {}) },
      ...counts(tally),
    ])
  const seen = contentKinds.filter((kind) => sumTally(agent.content[kind]) > 0)
  return [
    ...section('conversations', [['', '', agent.conversations]]),
    ...section('tools', agent.tools.flatMap(toolRows)),
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
function toolRows(tool: ToolCoverage): [string, string, Tally][] {
  return callEndings(tool).map(([detail, tally], index) => [index === 0 ? tool.name : '', detail, tally])
}
