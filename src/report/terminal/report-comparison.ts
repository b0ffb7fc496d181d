import { count } from '../../base/text/wording.ts'
import type { ComparisonEvent } from '../../compare/comparison.ts'
import { paintedText } from '../document/door.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { said, toned } from '../document/words.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import type { Paint } from '../text/paint.ts'
import type { Output } from '../text/reporter.ts'
import { formatDocument } from './document.ts'
import { createProgressLine } from './progress-line.ts'
import { formatScreen } from './screen.ts'

/** Receives the events of a comparison in the order they happen. */
export type ComparisonListener = (event: ComparisonEvent) => void

const rounds = {
  first: 'running',
  quick: 'running in pairs what differs',
  deep: 'going on behind a break',
  confirm: 'running again what looks like a break',
  'until sure': 'running again what is open',
}

/** Whether all is shown in full; the HTML page that is written too. */
interface ComparisonDetail {
  all: boolean
  page?: string | undefined
}

/** A comparison on one screen where a person looks at a terminal; in full for a file, a log, or who asks for all. */
export function formatComparison(
  document: ReportDocument,
  paint: Paint,
  { columns }: Output,
  { all, page }: ComparisonDetail,
): string {
  return columns === null || all
    ? formatDocument(document, paint, columns)
    : formatScreen(document, paint, columns, page)
}

/** The terminal report of a comparison: live progress for each round, then the complete result. */
export function reportComparison(output: Output, paint: Paint, detail: ComparisonDetail): ComparisonListener {
  const state = { round: '', done: 0, of: 0, name: '' }
  const line = createProgressLine(
    output,
    paint,
    () => `${state.round}  ${state.done}/${count(state.of, 'run')}  ${state.name}`,
  )
  return (event) => {
    if (event.kind === 'begun') {
      const { a, b } = event.sides
      const targets = a.target === b.target ? a.target : `${a.target} and ${b.target}`
      const heads = [`tableread compare  ${a.label} against ${b.label}  ${targets}`, event.sees ?? []].flat()
      for (const head of heads) output.write(`${paintedText(toned('dim', [said(head)]), paint)}\n`)
      line.begin()
    } else if (event.kind === 'round') {
      Object.assign(state, { round: rounds[event.why], done: 0, of: event.runs })
    } else if (event.kind === 'run done') {
      state.done += 1
      state.name = event.result.name
    } else {
      line.end()
      const document = comparisonDocument(event.comparison, { all: detail.all })
      output.write(`\n${formatComparison(document, paint, output, detail)}\n`)
      if (event.interrupted) output.write('\ninterrupted: this is what ran so far\n')
      output.flush?.()
    }
  }
}
