import type { Cause } from '../../engine/verdict/cause-kind.ts'
import { nameVerdict, type Verdict } from '../../engine/verdict/verdict.ts'
import { cleanLine } from './line.ts'
import type { Paint } from './paint.ts'

const marks: Record<Verdict, { mark: string; paint: keyof Paint }> = {
  passed: { mark: '✓', paint: 'good' },
  failed: { mark: '✗', paint: 'bad' },
  flaky: { mark: '~', paint: 'warn' },
  errored: { mark: '!', paint: 'warn' },
  broken: { mark: '!', paint: 'bad' },
  'not reached': { mark: '-', paint: 'dim' },
  'expected fail': { mark: 'x', paint: 'warn' },
  skipped: { mark: '-', paint: 'dim' },
  unsafe: { mark: '-', paint: 'warn' },
}

/** The mark of a verdict, coloured. */
export function formatMark(verdict: Verdict, paint: Paint): string {
  const { mark, paint: colour } = marks[verdict]
  return paint[colour](mark)
}

/** A verdict as a word, coloured. */
export function formatVerdict(verdict: Verdict, paint: Paint): string {
  return paint[marks[verdict].paint](nameVerdict(verdict))
}

/** The number of conversations with each verdict, without empty ones: `25 passed, 2 failed`. */
export function formatTotals(totals: Record<Verdict, number>, paint: Paint): string {
  const present = (Object.keys(marks) as Verdict[]).filter((verdict) => totals[verdict] > 0)
  if (present.length === 0) return paint.warn('nothing ran')
  return present.map((verdict) => paint[marks[verdict].paint](`${totals[verdict]} ${nameVerdict(verdict)}`)).join(', ')
}

/** The layer that caused a failure, and why, unless the text next to it already says so. */
export function describeCause({ kind, why }: Cause, said: string | null): string {
  return why === said ? kind : `${kind}: ${cleanLine(why)}`
}
