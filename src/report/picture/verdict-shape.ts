import type { ComparisonVerdict } from '../../compare/model/comparison-verdict.ts'

/** How a verdict is drawn: a shape in a box of 16 by 16, and a colour of the style. */
export interface VerdictShape {
  path: string
  filled: boolean
  tone: 'bad' | 'warn' | 'good' | 'news' | 'muted'
}

/** Every verdict has a shape of its own beside its colour; the same ones as in the HTML report. */
export const verdictShapes: Readonly<Record<ComparisonVerdict, VerdictShape>> = {
  regressed: { path: 'M1.5 3.5h13L8 14Z', filled: true, tone: 'bad' },
  'not comparable': { path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM4 12 12 4', filled: false, tone: 'warn' },
  flaky: { path: 'M1.5 9.5C4 3 6 3 8 8s4 5 6.5-1.5', filled: false, tone: 'warn' },
  changed: { path: 'M8 1.5 14.5 8 8 14.5 1.5 8Z', filled: true, tone: 'news' },
  improved: { path: 'M1.5 12.5h13L8 2Z', filled: true, tone: 'good' },
  same: { path: 'M3 6h10M3 10.5h10', filled: false, tone: 'muted' },
}
