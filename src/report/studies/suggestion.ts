import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import type { Cell, SuggestionResult } from '../../engine/grid/suggestion-shape.ts'
import type { Case, ReportDocument, Table } from '../document/report-document.ts'
import { said, toned, type Words } from '../document/words.ts'

/** What should be tried with agents: a case and a row for each thing. A hole is a case that was skipped: no agent failed. */
export function suggestionDocument(result: SuggestionResult): ReportDocument {
  const { cells, drafts, ms, startedAt, tableread, target, unknown } = result
  const tried = cells.filter((cell) => isHole(cell) || isCovered(cell))
  const covered = tried.filter(isCovered).length
  const agents = groupBy(cells, ({ agent, version }) => `${agent} [${version}]`)
  const sentence = `${covered} of ${count(tried.length, 'thing')} to try ${covered === 1 || tried.length === 1 ? 'is' : 'are'} covered`
  return {
    ...{ study: 'suggest', tableread, startedAt, ms, target },
    headline: `Suggest: ${sentence}`,
    outcome: unknown.length > 0 ? 'not enough' : 'open',
    cases: [
      ...tried.map(caseOf),
      ...unknown.map(
        ({ agent, reason }): Case => ({
          ...{ id: agent, suite: agent, name: 'the agent', at: null, verdict: 'errored', reason: said(reason) },
        }),
      ),
    ],
    ...{ findings: [], most: 0 },
    tables: [
      { title: [toned('strong', sentence), toned('dim', ['  ', said(target)])], columns: [], rows: [] },
      ...agents.flatMap(tablesOf),
    ],
    lists: [
      { title: 'nothing is known about', items: unknown.map(({ agent, reason }) => [said(agent), ': ', said(reason)]) },
      {
        title: 'drafts written',
        items: drafts
          .filter(({ conversations }) => conversations > 0)
          .map(({ file, conversations }) => [said(file), `: ${count(conversations, 'conversation')}`]),
      },
      {
        title: 'drafts left out',
        items: drafts.flatMap(({ leftOut = [] }) =>
          leftOut.map(({ name, reason }) => [said(name), ': ', said(reason)]),
        ),
      },
    ],
    gate: null,
    footer: [
      ...(tried.some((cell) => cell.kind === 'rule' && isHole(cell))
        ? ['a rule is covered by a comment above the conversation that tries it: # rule: <sentence>']
        : []),
      ...(drafts.some(({ conversations }) => conversations > 0)
        ? ['run the drafts, mend what is wrong in them, then: tableread prove']
        : drafts.map(({ file }): Words => [said(file), ' was not written: there is nothing to draft in it'])),
      ...(drafts.length === 0 && tried.some(isHole)
        ? ['drafts for what is not covered: npx tableread suggest --write drafts']
        : []),
    ],
  }
}

/** What only a judge could tell of is no hole, and counts from when a criterion covers it. */
const isHole = ({ coveredBy, kind }: Cell): boolean => coveredBy.length === 0 && kind !== 'sentence'
const isCovered = ({ coveredBy }: Cell): boolean => coveredBy.length > 0

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

const titles: Readonly<Record<Cell['kind'], string>> = {
  tool: 'tools',
  handoff: 'handoffs',
  rule: 'rules of the prompt, each a guardrail to write',
  sentence: 'other sentences of the prompt',
  metadata: 'metadata',
  content: 'kinds of content that runs saw',
}

function tablesOf(cells: readonly [Cell, ...Cell[]]): Table[] {
  const [{ agent, version }] = cells
  return groupBy(cells, ({ kind }) => kind).map((group): Table => {
    const [{ kind }] = group
    const done = group.filter(isCovered).length
    const hasWhat = group.some(({ ending, phase }) => ending !== null || (phase !== null && phase !== 'during'))
    return {
      title: [
        toned('strong', [said(agent), ' [', said(version), ']']),
        `  ${titles[kind]}: ${done} of ${group.length} covered`,
      ],
      columns: ['', kind, ...(hasWhat ? ['what'] : []), 'covered by'].map((name) => ({ name })),
      rows: group.map((cell): Words[] => [
        isHole(cell) ? toned('warn', '✗') : isCovered(cell) ? toned('good', '✓') : '-',
        said(cell.name, 100),
        ...(hasWhat
          ? [[cell.phase === null || cell.phase === 'during' ? '' : `${cell.phase} `, cell.ending ?? '']]
          : []),
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
