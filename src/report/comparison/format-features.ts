import type { Comparison } from '../../compare/comparison.ts'
import { aboutFeatures, featureRows } from '../../compare/features/feature-row.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine, foldLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'

/** The largest number of features that a terminal shows. */
const mostFeatures = 12

/**
 * What changed over all conversations: its sentence, and a line of figures for each feature, with what b does
 * differently under it.
 */
export function formatFeatures({ features, sides }: Comparison, paint: Paint, columns: number | null): string[] {
  if (features === undefined) return []
  const sentence = foldLine(` what changed: ${cleanLine(features.sentence)}`, columns, '   ')
  if (features.listed.length === 0) return sentence.map((line) => paint.dim(line))
  const rows = featureRows(features)
  const head: Row = [
    { text: '' },
    { text: cleanLine(sides.a.label), align: 'right', paint: paint.dim },
    { text: cleanLine(sides.b.label), align: 'right', paint: paint.dim },
    { text: 'difference', paint: paint.dim },
    { text: 'p', paint: paint.dim },
  ]
  const shown = rows.slice(0, mostFeatures)
  const [first = '', ...lines] = alignRows([
    head,
    ...shown.map(
      ({ number, a, b, difference, p }): Row => [
        { text: number },
        { text: a, align: 'right' },
        { text: b, align: 'right' },
        { text: difference },
        { text: p },
      ],
    ),
  ])
  const left = rows.length - mostFeatures
  return [
    ...sentence,
    ...foldLine(` ${aboutFeatures}`, columns, '   ').map((line) => paint.dim(line)),
    `  ${first}`,
    ...shown.flatMap(({ what, where }, index) => [
      `  ${lines[index]}`,
      ...foldLine(`     ${cleanLine(sides.b.label)} ${cleanLine(what)}; ${where}`, columns, '       '),
    ]),
    ...(left > 0 ? [paint.dim(`   and ${left} more: --json and --html have them`)] : []),
  ]
}
