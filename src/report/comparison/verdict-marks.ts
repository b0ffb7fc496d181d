import { type ComparisonVerdict, comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { GateResult, GateRule } from '../../compare/model/gate.ts'
import type { Paint } from '../text/paint.ts'

/** How each verdict of a comparison looks: its mark, and its colour. */
export const verdictMarks: Record<ComparisonVerdict, { mark: string; paint: keyof Paint }> = {
  regressed: { mark: '✗', paint: 'bad' },
  'not comparable': { mark: '!', paint: 'warn' },
  flaky: { mark: '~', paint: 'warn' },
  changed: { mark: '±', paint: 'warn' },
  improved: { mark: '✓', paint: 'good' },
  same: { mark: '=', paint: 'dim' },
}

/** How each verdict of a rule of the gate looks. */
export const ruleMarks: Record<GateRule['verdict'], { mark: string; paint: keyof Paint }> = {
  held: { mark: '✓', paint: 'good' },
  broken: { mark: '✗', paint: 'bad' },
  'not judged': { mark: '?', paint: 'warn' },
}

/** The colour of the gate. */
export const gatePaint: Record<GateResult['verdict'], keyof Paint> = { open: 'good', shut: 'bad', 'not judged': 'warn' }

/** How many came to each verdict, leaving out the empty ones: `2 regressed, 5 same`. */
export function formatComparisonTotals(totals: Record<ComparisonVerdict, number>, paint: Paint): string {
  const present = comparisonVerdicts.filter((verdict) => totals[verdict] > 0)
  if (present.length === 0) return paint.warn('nothing ran')
  return present.map((verdict) => paint[verdictMarks[verdict].paint](`${totals[verdict]} ${verdict}`)).join(', ')
}
