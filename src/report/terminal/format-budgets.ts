import type { BudgetUse } from '../../engine/verdict/budget-use.ts'
import { alignRows, type Cell, type Row } from '../text/align-rows.ts'
import { formatTime } from '../text/figures.ts'
import type { Paint } from '../text/paint.ts'

/** The largest number of budgets listed, to keep the table short; broken ones come first. */
const most = 12

/** A table of measurements against the time limits of a run; no lines if there are no limits. */
export function formatBudgets(budgets: readonly BudgetUse[], paint: Paint): string[] {
  if (budgets.length === 0) return []
  const broken = budgets.filter(isBroken)
  const shown = new Set([...broken, ...budgets.filter((each) => !isBroken(each))].slice(0, most))
  const versions = new Set(budgets.map(({ version }) => version)).size > 1
  const listed = budgets.filter((each) => shown.has(each))
  const left = budgets.length - listed.length
  const unknown = listed.some((each) => each.unknown > 0)
  const heads = ['limit', ...['times', 'p50', 'p95', 'max', 'over', ...(unknown ? ['not known'] : [])]]
  const head: Row = [
    ...(versions ? [{ text: '' }] : []),
    { text: 'latency' },
    ...heads.map((text, index): Cell => ({ text, paint: paint.dim, ...(index === 0 ? {} : { align: 'right' }) })),
  ]
  return [
    ...alignRows([head, ...listed.map((each) => toRow(each, versions, unknown, paint))]),
    ...(left === 0 ? [] : [paint.dim(`and ${left} more ${left === 1 ? 'limit' : 'limits'}, none of them broken`)]),
  ].map((line) => ` ${line}`)
}

function isBroken({ over, unknown }: BudgetUse): boolean {
  return over > 0 || unknown > 0
}

function toRow(use: BudgetUse, versions: boolean, unknown: boolean, paint: Paint): Row {
  const { version, subject, tool, statistic, limit, count, p50, p95, max, over } = use
  const what = tool ?? subject
  const right = (text: string, colour?: Cell['paint']): Cell => ({
    text,
    align: 'right',
    ...(colour === undefined ? {} : { paint: colour }),
  })
  const time = (ms: number | null): Cell => right(ms === null ? '-' : formatTime(ms))
  const bad = (found: number): Cell => (found === 0 ? right('-') : right(String(found), paint.bad))
  return [
    ...(versions ? [{ text: `[${version}]`, paint: paint.dim }] : []),
    { text: statistic === 'each' ? what : `${what}, ${statistic}` },
    { text: limit },
    right(String(count)),
    time(p50),
    time(p95),
    time(max),
    bad(over),
    ...(unknown ? [bad(use.unknown)] : []),
  ]
}
