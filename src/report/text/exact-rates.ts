import type { ExactShare } from '../../compare/exact-share.ts'
import { alignRows, type Cell } from './align-rows.ts'
import { cleanLine } from './line.ts'
import type { Paint } from './paint.ts'

/** How often something was found among what was judged, with a name. */
export interface RateRow {
  name: string
  judged: number
  found: number
  rate: ExactShare | null
}

/** The column names of a table of rates. */
export interface RateNames {
  name: string
  judged: string
  found: string
}

const exactPercent = (share: number): string => `${Number((share * 100).toFixed(1))} %`

/** An exact interval: `0 to 8.8 %`. */
export function formatExact(rate: ExactShare | null): string {
  if (rate === null) return '-'
  const [from, to] = rate.interval.map((end) => Number((end * 100).toFixed(1)))
  return `${from} to ${to} %`
}

/** Rates as a table for a terminal, with what was found in red; rows without anything judged show dashes. */
export function formatRates(names: RateNames, rows: readonly RateRow[], paint: Paint): string {
  const head = [names.name, names.judged, names.found, '', '95 %'].map(
    (text, index): Cell => ({ text, paint: paint.dim, ...(index === 0 ? {} : { align: 'right' }) }),
  )
  const cells = rows.map(({ name, judged, found, rate }): Cell[] => [
    { text: cleanLine(name) },
    { text: String(judged), align: 'right' },
    { text: found === 0 ? '-' : String(found), align: 'right', ...(found > 0 ? { paint: paint.bad } : {}) },
    { text: rate === null ? '-' : exactPercent(rate.share), align: 'right' },
    { text: formatExact(rate), align: 'right' },
  ])
  return alignRows([head, ...cells])
    .map((line) => ` ${line}`)
    .join('\n')
}

/** The same as a Markdown table; the names are Markdown already. */
export function formatRatesMarkdown(names: RateNames, rows: readonly RateRow[]): string[] {
  return [
    `| ${names.name} | ${names.judged} | ${names.found} | 95 % |`,
    '| --- | ---: | ---: | ---: |',
    ...rows.map(({ name, judged, found, rate }) => `| ${name} | ${judged} | ${found} | ${formatExact(rate)} |`),
  ]
}

/** The result of a gate on a share. */
interface ShareGate {
  verdict: 'open' | 'shut' | 'not enough'
  reason: string
}

const gateWord = { open: 'gate open', shut: 'gate shut', 'not enough': 'gate shut, not enough evidence' } as const

/** A gate in one line: `gate shut: 1 of 40 variants brittle, where 0 % may be`. */
export function formatGate({ verdict, reason }: ShareGate, paint: Paint): string {
  const colour = verdict === 'open' ? paint.good : verdict === 'shut' ? paint.bad : paint.warn
  return `${colour(gateWord[verdict])}: ${reason}`
}
