import { showTime } from '../../base/text/wording.ts'
import type { LatencyComparison } from '../../compare/model/conversation-comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { type Child, element, svgElement } from '../kit/element.ts'
import type { LatencyGroup } from './report-document.ts'

/** A dot for each time, a band for the middle half, a line for the median. Null without times. */
export function latencyChart(caption: string, groups: readonly LatencyGroup[]): HTMLElement | null {
  const timedGroups = groups.filter(({ rows }) => rows.some(({ times }) => times.length > 0))
  if (timedGroups.length === 0) return null
  const scale = scaleOf(timedGroups.flatMap(({ rows }) => rows.flatMap(({ times }) => times)))
  const sided = timedGroups.some(({ rows }) => rows.length > 1)
  const heads = ['what', ...(sided ? ['side'] : [])].map((name) => element('th', { scope: 'col' }, name))
  return element(
    'div',
    { class: 'table-frame latency', role: 'group', 'aria-label': caption, tabindex: '0' },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...heads,
          element('th', { scope: 'col', class: 'plot' }, element('span', 'unseen', 'plot'), axis(scale)),
          ...['times', 'median', 'p95'].map((name) => element('th', { scope: 'col', class: 'number' }, name)),
        ),
      ),
      ...timedGroups.map((group) => drawGroup(group, scale, sided)),
    ),
  )
}

function drawGroup(
  { subject, rows, difference, interval }: LatencyGroup,
  scale: PlotScale,
  sided: boolean,
): HTMLElement {
  const words = describeDifference(difference, interval)
  const lines = rows.map(({ label, times }, index) => {
    const sorted = times.toSorted((one, other) => one - other)
    const cells: Child[] = [
      index === 0
        ? element('th', { scope: 'rowgroup', rowspan: String(rows.length) }, element('code', {}, subject), words)
        : null,
      sided ? element('th', { scope: 'row', class: 'side-head' }, label) : null,
      element('td', 'plot', sorted.length === 0 ? null : plot(sorted, scale, index)),
      element('td', 'number', String(sorted.length)),
      ...[0.5, 0.95].map((share) => element('td', 'number', timeOrDash(quantile(sorted, share)))),
    ]
    return element('tr', {}, ...cells)
  })
  return element('tbody', {}, ...lines)
}

function describeDifference(difference: number | null, interval: LatencyGroup['interval']): Child {
  if (difference === null) return null
  const range =
    interval === null ? 'too few pairs for an interval' : `95 %: ${interval.map(formatDifference).join(' to ')}`
  return element('span', 'sub', `${formatDifference(difference)} (${range})`)
}

const timeOrDash = (ms: number | null): string => (ms === null ? '–' : formatMs(ms))

function axis(scale: PlotScale): SVGElement {
  const anchors = ['start', 'middle', 'end']
  const texts = scale.marks.map((mark, index) => {
    const text = svgElement('text', { x: `${scale.percent(mark)}%`, y: 12, 'text-anchor': anchors[index] ?? 'middle' })
    text.textContent = formatMs(mark)
    return text
  })
  return svgElement('svg', { class: 'axis', width: '100%', height: 16, 'aria-hidden': 'true' }, ...texts)
}

/** One row of the plot, hidden from screen readers because its numbers are in the cells beside it. */
function plot(sorted: readonly number[], scale: PlotScale, series: number): SVGElement {
  const at = (share: number): number => scale.percent(quantile(sorted, share) ?? 0)
  const middle = {
    x: `${at(0.25)}%`,
    width: `${Math.max(at(0.75) - at(0.25), 0.2).toFixed(2)}%`,
    y: 4,
    height: 12,
    class: 'band',
  }
  const median = { x1: `${at(0.5)}%`, x2: `${at(0.5)}%`, y1: 2, y2: 18, class: 'median' }
  const dots = sorted.map((time) =>
    svgElement('circle', { cx: `${scale.percent(time)}%`, cy: 10, r: 2.5, class: 'dot' }),
  )
  return svgElement(
    'svg',
    { class: 'plot-row', width: '100%', height: 20, 'data-series': series, 'aria-hidden': 'true' },
    svgElement('line', { x1: '0', x2: '100%', y1: 10, y2: 10, class: 'base' }),
    svgElement('rect', middle),
    ...dots,
    svgElement('line', median),
  )
}

/** Nearest rank; `sorted` must be in order. Null if there are no values. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/** A scale from 0 to a round number that covers all values, with its marks. */
interface PlotScale {
  end: number
  marks: number[]
  percent(value: number): number
}

/** The smallest round end (1, 2, 2.5 or 5 times a power of ten) not below the largest value. */
export function scaleOf(values: readonly number[]): PlotScale {
  const largest = values.reduce((most, value) => Math.max(most, value), 1)
  const power = 10 ** Math.floor(Math.log10(largest))
  const end = ([1, 2, 2.5, 5, 10].find((step) => step * power >= largest) ?? 10) * power
  return { end, marks: [0, end / 2, end], percent: (value) => Number(((value / end) * 100).toFixed(2)) }
}

export function comparedTimes(
  latency: readonly LatencyComparison[],
  labels: readonly [string, string],
): LatencyGroup[] {
  return latency.map(({ subject, tool, turn, a, b, difference, interval }) => ({
    subject: nameSubject(subject, tool, turn),
    rows: [
      { label: labels[0], times: a },
      { label: labels[1], times: b },
    ],
    difference,
    interval,
  }))
}

export function runTimes({ turns }: ConversationResult): LatencyGroup[] {
  const tools = new Map<string, number[]>()
  for (const { entries } of turns)
    for (const entry of entries)
      if (
        entry.type === 'function_call_output' &&
        typeof entry.executionTimeMs === 'number' &&
        entry.executionTimeMs >= 0
      )
        tools.set(entry.name, [...(tools.get(entry.name) ?? []), entry.executionTimeMs])
  return [
    ...turns.map(({ index, turnMs }) => group(`turn ${index + 1}`, turnMs === null ? [] : [turnMs])),
    ...[...tools].map(([name, times]) => group(name, times)),
  ]
}

const group = (subject: string, times: number[]): LatencyGroup => ({
  subject,
  rows: [{ label: '', times }],
  difference: null,
  interval: null,
})

function nameSubject(subject: string, tool: string | null, turn: number | null): string {
  if (tool !== null) return turn === null ? tool : `${tool}, turn ${turn + 1}`
  if (turn === null) return subject === 'turn' ? 'all turns' : `${subject}, all turns`
  return subject === 'turn' ? `turn ${turn + 1}` : `${subject}, turn ${turn + 1}`
}

/** A length of time for people: `14 ms`, `1.24 s`, `3 min 5 s`. */
export function formatMs(ms: number): string {
  return showTime(ms, 2)
}

/** A difference of times with its sign: `+120 ms`, `−1.20 s`; no sign if it rounds to 0. */
export function formatDifference(ms: number): string {
  const size = formatMs(Math.abs(ms))
  return size === '0 ms' ? size : `${ms < 0 ? '−' : '+'}${size}`
}
