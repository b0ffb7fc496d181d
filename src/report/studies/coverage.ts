import { columnsOf } from '../../base/text/characters.ts'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { callEndings, type ToolCoverage } from '../../engine/coverage/tool-coverage.ts'
import type { RunListener } from '../../engine/run-result.ts'
import { sumTally, type Tally } from '../../engine/verdict/verdict.ts'
import { alignWords } from '../document/align-words.ts'
import { paintedText, plainText } from '../document/door.ts'
import { said, type Tone, toned, type Words } from '../document/words.ts'
import type { Paint } from '../text/paint.ts'
import type { ReportContext } from '../text/reporter.ts'

/** The coverage of a run: a table for each agent and version, and below it what was not covered. */
export function coverageLines({ agents }: Coverage): Words[] {
  if (agents.length === 0) return [['coverage  ', toned('warn', 'nothing ran')]]
  return agents.flatMap((agent, index) => [...(index === 0 ? [] : ['']), ...agentLines(agent)])
}

function agentLines(agent: AgentCoverage): Words[] {
  const columns: CountColumns = agent.conversations.other > 0 ? ['passed', 'failed', 'other'] : ['passed', 'failed']
  const head: Words[] = ['', '', '', ...columns.map((name) => toned('dim', name))]
  const table = alignWords([head, ...coverageRows(agent, columns)], [3, 4, 5])
  return [
    [toned('strong', 'coverage'), '  ', said(agent.agent), ' ', toned('dim', ['[', said(agent.version), ']'])],
    ...[...table, ...uncoveredLines(agent)].map((line): Words => [' ', line]),
  ]
}

/** What no turn of one agent covered: tools of its blueprint by phase, and kinds of content. */
function uncoveredLines({ uncovered, content }: AgentCoverage): Words[] {
  const unseen = contentKinds.filter((kind) => kind !== 'unknown' && sumTally(content[kind]) === 0)
  return alignWords([...toolRows(uncovered), ...section('content not covered', wrapNames(unseen), 'dim')])
}

function toolRows(uncovered: AgentCoverage['uncovered']): Words[][] {
  const heading = 'tools not covered'
  if (uncovered === null) return section(heading, ['not known: the configuration of this version was not read'], 'dim')
  const lines = Object.entries(uncovered).flatMap(([phase, names]) =>
    wrapNames(names.map((name) => plainText(said(name)))).map(
      (line, index): Words => [`${(index === 0 ? phase : '').padEnd(6)}  `, said(line, 1_000)],
    ),
  )
  if (lines.length === 0) return section(heading, ['none'], 'good')
  // Post-call functions run when a session ends, and most conversations leave it open (TRN-21).
  const remark = uncovered.post.length > 0 ? ['        (these run when a session ends)'] : []
  return [...section(heading, lines, 'warn'), ...section('', remark, 'dim')]
}

const section = (heading: string, lines: readonly Words[], tone: Tone): Words[][] =>
  lines.map((line, index) => [toned('dim', index === 0 ? heading : ''), toned(tone, line)])

/** Names in lines of at most `width` columns, after commas; a longer name gets its own. None gives no lines. */
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

/** The coverage of one agent, row by row: a heading in the first row of a section, a name, a detail, and the counts. */
function coverageRows(agent: AgentCoverage, columns: CountColumns): Words[][] {
  const counts = (tally: Tally): Words[] =>
    columns.map((column) => (tally[column] === 0 ? toned('dim', '-') : String(tally[column])))
  const section = (
    heading: string,
    rows: readonly [name: string, detail: string, tally: Tally, isPoor?: boolean][],
  ): Words[][] =>
    rows.map(([name, detail, tally, isPoor], index) => [
      toned('dim', index === 0 ? heading : ''),
      said(name),
      isPoor === true ? toned('warn', detail) : detail,
      ...counts(tally),
    ])
  const kinds = contentKinds.filter((kind) => sumTally(agent.content[kind]) > 0)
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
      kinds.map((kind) => [kind, '', agent.content[kind]]),
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

/** Prints the run's coverage below the terminal report, so it must be registered after it. */
export function reportCoverage({ output }: ReportContext, paint: Paint): RunListener {
  return (event) => {
    if (event.kind !== 'done') return
    for (const line of ['', ...coverageLines(event.result.coverage)]) output.write(`${paintedText(line, paint)}\n`)
    output.flush?.()
  }
}
