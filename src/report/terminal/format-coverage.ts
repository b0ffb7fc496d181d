import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { countColumns, coverageRows } from '../text/coverage-rows.ts'
import type { Paint } from '../text/paint.ts'
import { uncoveredLines } from './uncovered-lines.ts'

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
