import type { ExactShare } from '../../compare/exact-share.ts'
import type { Table } from '../document/report-document.ts'
import { toned, type Words } from '../document/words.ts'

/** How often something was found among what was judged. */
export interface RateRow {
  name: Words
  judged: number
  found: number
  rate: ExactShare | null
}

/** An exact interval: `0 to 8.8 %`. */
export function formatExact(rate: ExactShare | null): string {
  if (rate === null) return '-'
  const [from, to] = rate.interval.map((end) => Number((end * 100).toFixed(1)))
  return `${from} to ${to} %`
}

/** Rates as a table, with what was found in red; rows without anything judged show dashes. No rows, no table. */
export function ratesTable(name: string, judged: string, counts: string, rows: readonly RateRow[]): Table[] {
  if (rows.length === 0) return []
  const numbers = [judged, counts, 'share', '95 %'].map((each) => ({ name: each, right: true as const }))
  return [
    {
      columns: [{ name }, ...numbers],
      rows: rows.map((row) => [
        row.name,
        String(row.judged),
        row.found === 0 ? '-' : toned('bad', String(row.found)),
        row.rate === null ? '-' : `${Number((row.rate.share * 100).toFixed(1))} %`,
        formatExact(row.rate),
      ]),
    },
  ]
}
