import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import { sumTally } from '../../engine/verdict/tally.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine } from '../text/clean-line.ts'
import type { Paint } from '../text/paint.ts'
import { wrapNames } from './wrap-names.ts'

/** What no turn of one agent showed: the tools of its blueprint by phase, and the kinds of content. */
export function uncoveredLines({ uncovered, content }: AgentCoverage, paint: Paint): string[] {
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
  // They run when a session ends, and most conversations leave it open (TRN-21).
  const remark = uncovered.post.length > 0 ? ['        (these run when a session ends)'] : []
  return [...section(heading, lines, paint.warn, paint), ...section('', remark, paint.dim, paint)]
}

function section(heading: string, lines: readonly string[], colour: (text: string) => string, { dim }: Paint): Row[] {
  return lines.map((text, index) => [
    { text: index === 0 ? heading : '', paint: dim },
    { text, paint: colour },
  ])
}
