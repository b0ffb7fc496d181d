import type { Cause } from '../../engine/verdict/cause-kind.ts'
import { nameVerdict, type Verdict } from '../../engine/verdict/verdict.ts'
import { joinWords, type Tone, toned, type Words } from '../document/words.ts'

const marks: Record<Verdict, { mark: string; paint: Tone }> = {
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

/** The mark of a verdict. */
export const toneMark = (verdict: Verdict): Words => toneVerdict(verdict, marks[verdict].mark)

/** A verdict as a word, or words about it, with what it means. */
export function toneVerdict(verdict: Verdict, words: Words = nameVerdict(verdict)): Words {
  return toned(marks[verdict].paint, words)
}

/** The number of conversations with each verdict, without empty ones: `25 passed, 2 failed`. */
export function toneTotals(totals: Record<Verdict, number>): Words {
  const present = (Object.keys(marks) as Verdict[]).filter((verdict) => totals[verdict] > 0)
  if (present.length === 0) return toned('warn', 'nothing ran')
  return joinWords(
    present.map((verdict) => toneVerdict(verdict, `${totals[verdict]} ${nameVerdict(verdict)}`)),
    ', ',
  )
}

/** The layer that caused a failure, and why, unless the texts next to it already say so. */
export function describeCause({ kind, why }: Cause, reasons: readonly (string | null)[]): string {
  return reasons.includes(why) ? kind : `${kind}: ${why}`
}
