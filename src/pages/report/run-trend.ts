import { element, svgElement } from '../kit/element.ts'
import { dataTable } from './data-table.ts'
import type { KeptRun } from './report-document.ts'

const [width, height, foot] = [720, 120, 4]

/** As bars and as a table; the newest run comes last. */
export function drawRunTrend(keptRuns: readonly KeptRun[]): HTMLElement[] {
  const runs = keptRuns.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const rows = runs
    .toReversed()
    .map((run) => [
      run.isThis ? `${run.at}, this run` : run.at,
      `${run.passed} of ${run.judged}`,
      run.judged === 0 ? 'nothing judged' : `${Math.round((100 * run.passed) / run.judged)} %`,
      element('code', {}, run.commit ?? ''),
    ])
  const table = element('details', 'held', element('summary', {}, 'run by run'))
  table.append(dataTable('Runs in the history', ['run', 'passed', 'share', 'commit'], rows, { hideCaption: true }))
  return [
    element(
      'p',
      'muted',
      'The share of these conversations that passed in each run, the newest last; the upper part of a bar is what did not.',
    ),
    element('div', { class: 'run-trend', 'aria-hidden': 'true' }, plot(runs)),
    table,
  ]
}

function plot(runs: readonly KeptRun[]): SVGElement {
  const step = Math.min(48, width / runs.length)
  const bars = runs.flatMap(({ judged, passed, isThis }, index) => {
    const share = judged === 0 ? 0 : passed / judged
    const x = index * step + step * 0.1
    const high = (height - foot) * share
    const bar = { x, width: step * 0.8 }
    return [
      svgElement('rect', { ...bar, y: 0, height: judged === 0 ? 0 : height - foot - high, class: 'failed' }),
      svgElement('rect', { ...bar, y: height - foot - high, height: high, class: 'passed' }),
      ...(isThis ? [svgElement('rect', { ...bar, y: height - foot + 1, height: foot - 1, class: 'this' })] : []),
    ]
  })
  return svgElement('svg', { viewBox: `0 0 ${width} ${height}`, width: '100%', role: 'presentation' }, ...bars)
}
