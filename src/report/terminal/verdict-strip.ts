import { nameVerdict, type Verdict } from '../../engine/verdict/verdict.ts'
import type { TrendPoint } from '../../records/history/trend.ts'
import { formatMark } from '../text/format-verdict.ts'
import type { Paint } from '../text/paint.ts'

/** Letters that read well aloud and without colour. */
const letters: Record<Verdict, string> = {
  passed: '.',
  failed: 'F',
  flaky: '~',
  errored: '!',
  broken: 'B',
  'not reached': '-',
  'expected fail': 'x',
  skipped: '-',
  unsafe: 'u',
}

/** The characters of a strip: coloured marks, or plain ASCII letters. */
export type StripStyle = 'marks' | 'letters'

/** A mark for each run, newest on the right; a bar marks a change of the script. */
export function verdictStrip(points: readonly TrendPoint[], style: StripStyle, paint: Paint): string {
  return points
    .map(({ verdict, scriptChanged }) => {
      const mark = style === 'marks' ? formatMark(verdict, paint) : letters[verdict]
      return scriptChanged ? `${paint.dim('|')}${mark}` : mark
    })
    .join('')
}

/** How many columns a strip takes. */
export function stripWidth(points: readonly TrendPoint[]): number {
  return points.length + points.filter(({ scriptChanged }) => scriptChanged).length
}

/** What the marks of these runs mean, in one line: `. passed  F failed  | the script changed`. */
export function stripLegend(points: readonly TrendPoint[], style: StripStyle, paint: Paint): string {
  const seen = (Object.keys(letters) as Verdict[]).filter((verdict) =>
    points.some((point) => point.verdict === verdict),
  )
  const named = seen.map(
    (verdict) => `${style === 'marks' ? formatMark(verdict, paint) : letters[verdict]} ${nameVerdict(verdict)}`,
  )
  const changed = points.some(({ scriptChanged }) => scriptChanged) ? ['| the script changed'] : []
  return [...named, ...changed].join('  ')
}
