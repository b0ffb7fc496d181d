import type { Trend } from '../../records/history/trend.ts'
import { alignRows, type Cell, type Row } from '../text/align-rows.ts'
import { cleanLine, cutText } from '../text/clean-line.ts'
import { describeFailing } from '../text/describe-trend.ts'
import { formatRate } from '../text/format-rate.ts'
import { formatTime } from '../text/format-time.ts'
import type { Paint } from '../text/paint.ts'
import { type StripStyle, stripLegend, stripWidth, verdictStrip } from './verdict-strip.ts'

/** A table of conversations over their runs, suite by suite, with a strip of verdicts, newest on the right. */
export function formatHistory(trends: readonly Trend[], style: StripStyle, paint: Paint): string {
  const targets = new Set(trends.map(({ target }) => target)).size > 1
  const suites = [...new Set(trends.map(({ suite }) => suite))]
  const head: Row = ['conversation', 'version', 'runs', 'passed', 'flips', 'p95 turn', ''].map((text, column) => ({
    text,
    paint: paint.dim,
    ...(column === 2 || text === '' ? {} : column > 2 ? { align: 'right' as const } : {}),
  }))
  const rows = trends.map((trend) => rowOf(trend, targets, style, paint))
  const widths = Math.max(...trends.map(({ points }) => stripWidth(points)))
  const [first = '', ...lines] = alignRows([head, ...rows.map((row) => padStrip(row, widths))])
  const bySuite = suites.flatMap((suite) => [
    '',
    paint.strong(cleanLine(suite)),
    ...lines.filter((_, index) => trends[index]?.suite === suite).map((line) => ` ${line}`),
  ])
  const legend = stripLegend(
    trends.flatMap(({ points }) => points),
    style,
    paint,
  )
  return [` ${first}`, ...bySuite, '', paint.dim(`${legend}; the newest run is on the right`)].join('\n')
}

/** The strip contains colour codes, so the table is given plain text of the same width in its place. */
type StripCell = Cell & { strip?: string; width?: number }

function padStrip(row: readonly StripCell[], width: number): Row {
  return row.map((cell) => {
    if (cell.strip === undefined) return cell
    const gap = ' '.repeat(width - (cell.width ?? 0))
    return { text: ' '.repeat(width), paint: () => `${gap}${cell.strip}` }
  })
}

function rowOf(trend: Trend, targets: boolean, style: StripStyle, paint: Paint): readonly StripCell[] {
  const { name, version, target, points, pass, flakiness, duration, failingSince } = trend
  const { flips, chances, flaky } = flakiness
  const rate =
    pass.judged === 0 ? '' : `${pass.passed}/${pass.judged} ${formatRate(pass.passed / pass.judged).padStart(5)}`
  const arrow = duration.direction === 'slower' ? ' slower' : duration.direction === 'faster' ? ' faster' : ''
  const note = [
    ...(flaky ? [paint.warn('flaky')] : []),
    ...(failingSince === null ? [] : [paint.bad(`failing ${describeFailing(failingSince)}`)]),
  ].join(', ')
  return [
    { text: cutText(cleanLine(name), 50) },
    { text: targets ? `${version}, ${target}` : version, paint: paint.dim },
    { text: '', strip: verdictStrip(points, style, paint), width: stripWidth(points) },
    { text: rate, align: 'right' },
    { text: chances === 0 ? '' : `${flips}/${chances}`, align: 'right' },
    { text: duration.p95TurnMs === null ? '' : `${formatTime(duration.p95TurnMs)}${arrow}`, align: 'right' },
    { text: note },
  ]
}
