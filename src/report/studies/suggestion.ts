import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/wording.ts'
import type { Cell, SuggestionResult } from '../../engine/grid/suggestion-shape.ts'
import type { Case, Finding, ReportDocument, Table } from '../document/report-document.ts'
import { said, toned, type Words } from '../document/words.ts'

/** What should be tried with agents: a row for each tool, handoff, rule and variable, and a finding for each hole. */
export function suggestionDocument(result: SuggestionResult): ReportDocument {
  const { cells, drafts, ms, startedAt, tableread, target, unknown } = result
  const holes = cells.filter(isHole)
  const agents = groupBy(cells, ({ agent, version }) => `${agent} [${version}]`)
  return {
    ...{ study: 'suggest', tableread, startedAt, ms, target },
    headline: `Suggest: ${cells.length - holes.length} of ${count(cells.length, 'thing')} to try are covered`,
    outcome: unknown.length > 0 ? 'not enough' : 'open',
    cases: [
      ...cells.map(caseOf),
      ...unknown.map(
        ({ agent, reason }): Case => ({
          ...{ id: agent, suite: agent, name: 'the agent', at: null, verdict: 'errored', reason: said(reason) },
        }),
      ),
    ],
    findings: holes.map(findingOf),
    most: 0,
    others: 'the tables show all',
    tables: agents.flatMap(tablesOf),
    lists: [
      { title: 'nothing is known about', items: unknown.map(({ agent, reason }) => [said(agent), ': ', said(reason)]) },
      {
        title: 'drafts written',
        items: drafts.map(({ file, conversations }) => [said(file), `: ${count(conversations, 'conversation')}`]),
      },
    ],
    gate: null,
    footer: drafts.length > 0 ? ['run the drafts, mend what is wrong in them, then: tableread prove'] : [],
  }
}

const isHole = ({ coveredBy }: Cell): boolean => coveredBy.length === 0

/** A hole is no failure of an agent: it is advice. */
function caseOf(cell: Cell): Case {
  const [first] = cell.coveredBy
  return {
    ...{
      id: cell.id,
      suite: cell.agent,
      name: `${cell.kind} ${cell.name}${cell.ending === null ? '' : ` ${cell.ending}`}`,
    },
    at: first === undefined ? null : { file: first.file, line: first.line },
    ...(first === undefined
      ? { verdict: 'skipped', reason: 'no conversation expects it' }
      : { verdict: 'passed', reason: null }),
  }
}

function findingOf(cell: Cell): Finding {
  return {
    ...{ case: cell.id, group: [said(cell.agent), ' [', said(cell.version), ']'] },
    ...{ title: [`${cell.kind} `, said(cell.name)], label: cell.ending ?? cell.kind, at: null, verdict: 'advice' },
    what: ['no conversation expects it', cell.byHand === null ? '' : [': ', said(cell.byHand)]],
    ...{ lines: [], evidence: '', runs: [] },
  }
}

const titles: Readonly<Record<Cell['kind'], string>> = {
  tool: 'tools',
  handoff: 'handoffs',
  rule: 'rules of the prompt, each a guardrail to write',
  metadata: 'metadata',
  content: 'kinds of content that runs saw',
}

function tablesOf(cells: readonly [Cell, ...Cell[]]): Table[] {
  const [{ agent, version }] = cells
  return groupBy(cells, ({ kind }) => kind).map((group): Table => {
    const [{ kind }] = group
    const done = group.filter((cell) => !isHole(cell)).length
    return {
      title: [
        toned('strong', [said(agent), ' [', said(version), ']']),
        `  ${titles[kind]}: ${done} of ${group.length} covered`,
      ],
      columns: [{ name: '' }, { name: kind }, { name: 'what' }, { name: 'covered by' }],
      rows: group.map((cell): Words[] => [
        isHole(cell) ? toned('warn', '✗') : toned('good', '✓'),
        said(cell.name, 100),
        [cell.phase === null || cell.phase === 'during' ? '' : `${cell.phase} `, cell.ending ?? ''],
        coverOf(cell),
      ]),
    }
  })
}

/** Where it is covered, or why it is not. */
function coverOf({ byHand, coveredBy, seen }: Cell): Words {
  const [first] = coveredBy
  if (first !== undefined)
    return [said(`${first.file}:${first.line}`), coveredBy.length > 1 ? ` and ${coveredBy.length - 1} more` : '']
  if (seen > 0) return `seen ${count(seen, 'time')} in runs, expected by no suite`
  return byHand === null ? '' : toned('dim', said(byHand))
}
