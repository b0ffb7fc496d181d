import type { Comparison } from '../../compare/comparison.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine } from '../text/clean-line.ts'
import { formatTime } from '../text/format-time.ts'
import type { Paint } from '../text/paint.ts'
import { type LatencyRow, latencyRows, type SureDifference, sureDifferences } from './latency-rows.ts'

/** The largest number of tools and of conversations in the table. */
const [mostRows, mostSure] = [12, 5]

/** The times of both sides, and the conversations that certainly became slower or faster. */
export function formatLatency(comparison: Comparison, paint: Paint): string[] {
  const rows = latencyRows(comparison)
  if (rows.length === 0) return []
  const { a, b } = comparison.sides
  const sure = sureDifferences(comparison)
  const head: Row = ['latency', `${a.label} p50`, 'p95', `${b.label} p50`, 'p95'].map((text, index) =>
    index === 0 ? { text, paint: paint.strong } : { text, align: 'right', paint: paint.dim },
  )
  const left = rows.length - mostRows
  return [
    ...alignRows([head, ...rows.slice(0, mostRows).map(formatRow)]),
    ...(left > 0 ? [paint.dim(`and ${left} more tools`)] : []),
    ...sure.slice(0, mostSure).map((each) => formatSure(each, paint)),
    ...(sure.length > mostSure ? [paint.dim(`and ${sure.length - mostSure} more that surely differ`)] : []),
  ].map((line) => ` ${line}`)
}

function formatRow({ name, a, b }: LatencyRow): Row {
  const time = (ms: number | null): Row[number] => ({ text: ms === null ? '-' : formatTime(ms), align: 'right' })
  return [{ text: cleanLine(name) }, time(a.p50), time(a.p95), time(b.p50), time(b.p95)]
}

function formatSure({ conversation, name, difference, interval }: SureDifference, paint: Paint): string {
  const text = `${difference > 0 ? 'slower' : 'faster'}  ${cleanLine(name)} of ${cleanLine(conversation.name)}: ${formatShift(difference)} (${formatShift(interval[0])} to ${formatShift(interval[1])})`
  return paint[difference > 0 ? 'warn' : 'good'](text)
}

/** A difference of times: `+120 ms`, `-1.2 s`. */
export function formatShift(ms: number): string {
  const rounded = Math.abs(ms) < 0.5 ? 0 : ms
  return `${rounded > 0 ? '+' : rounded < 0 ? '-' : ''}${formatTime(Math.abs(rounded))}`
}
