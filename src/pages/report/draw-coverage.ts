import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { Tally } from '../../engine/verdict/tally.ts'
import { type Child, element } from '../kit/element.ts'
import { type CoverageLine, coverageLines } from './coverage-rows.ts'
import { dataTable } from './data-table.ts'

/** The coverage of each side, so that what only one side does stands out. */
export function drawCoverage(sides: readonly { label: string; coverage: Coverage }[]): HTMLElement[] {
  const agents = new Map<string, CoverageLine[][]>()
  for (const [index, { coverage }] of sides.entries())
    for (const agent of coverage.agents) {
      const name = sides.length === 1 ? `${agent.agent}, version ${agent.version}` : agent.agent
      const columns = agents.get(name) ?? sides.map((): CoverageLine[] => [])
      columns[index] = [...(columns[index] ?? []), ...coverageLines(agent)]
      agents.set(name, columns)
    }
  return [...agents].map(([agent, columns]) =>
    drawAgent(
      agent,
      columns,
      sides.map(({ label }) => label),
    ),
  )
}

function drawAgent(agent: string, columns: readonly CoverageLine[][], labels: readonly string[]): HTMLElement {
  const lines = new Map<string, (CoverageLine | undefined)[]>()
  for (const [index, column] of columns.entries())
    for (const line of column) {
      const key = JSON.stringify([line.section, line.name, line.detail])
      const cells = lines.get(key) ?? columns.map(() => undefined)
      cells[index] = line
      lines.set(key, cells)
    }
  const rows = [...lines.values()].sort(bySection).map((cells): Child[] => {
    const line = cells.find((each) => each !== undefined)
    const missing = columns.length > 1 && cells.some((cell) => cell === undefined)
    return [
      element('code', {}, line?.name ?? ''),
      line?.section ?? '',
      line?.detail ?? '',
      ...cells.map((cell) => tally(cell?.tally)),
      ...(columns.length > 1 ? [missing ? element('span', 'badge', 'one side only') : ''] : []),
    ]
  })
  const heads = [
    'name',
    'what',
    'phase and end',
    ...labels.map((label) => `${label} passed / failed / other`),
    ...(labels.length > 1 ? [''] : []),
  ]
  return dataTable(
    agent,
    heads.map((head) => head || 'note'),
    rows,
    { numbers: labels.map((_, index) => index + 3) },
  )
}

const sections = ['tool', 'handoff', 'metadata', 'content']

/** By section, then name; what only one side has stands with its like. */
function bySection(one: readonly (CoverageLine | undefined)[], other: readonly (CoverageLine | undefined)[]): number {
  const [a, b] = [one, other].map((cells) => cells.find((cell) => cell !== undefined))
  const rank = sections.indexOf(a?.section ?? '') - sections.indexOf(b?.section ?? '')
  if (rank !== 0 || a?.section === 'content') return rank
  return (a?.name ?? '') < (b?.name ?? '') ? -1 : a?.name === b?.name ? 0 : 1
}

function tally(seen: Tally | undefined): Child {
  if (seen === undefined) return element('span', 'muted', '–')
  return `${seen.passed} / ${seen.failed} / ${seen.other}`
}
