import type { Comparison } from '../../compare/comparison.ts'
import { aboutFeatures, featureRows } from '../../compare/features/feature-row.ts'
import { alignRows, type Row } from '../text/align-rows.ts'
import { cleanLine, foldLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'

/** The largest number of features that a terminal shows. */
const mostFeatures = 12

/** What changed over all conversations: its sentence, and a line of figures for each feature with what b does under it. */
export function formatFeatures({ features, sides }: Comparison, paint: Paint, columns: number | null): string[] {
  if (features === undefined) return []
  const sentence = foldLine(` what changed: ${cleanLine(features.sentence)}`, columns, '   ')
  if (features.listed.length === 0) return sentence.map((line) => paint.dim(line))
  const rows = featureRows(features)
  const head: Row = [
    { text: '' },
    ...[cleanLine(sides.a.label), cleanLine(sides.b.label)].map((text) => ({ text, align: 'right' as const })),
    ...['difference in points', 'p', 'where'].map((text) => ({ text })),
  ].map((cell) => ({ ...cell, paint: paint.dim }))
  const table = alignRows([
    head,
    ...rows
      .slice(0, mostFeatures)
      .map(
        ({ number, a, b, difference, p, where }): Row => [
          { text: number },
          { text: a, align: 'right' },
          { text: b, align: 'right' },
          { text: difference },
          { text: p },
          { text: where },
        ],
      ),
  ])
  const left = rows.length - mostFeatures
  return [
    ...sentence,
    ...foldLine(` ${aboutFeatures}`, columns, '   ').map((line) => paint.dim(line)),
    ...table.flatMap((line, index) => {
      const row = rows[index - 1]
      const what =
        row === undefined ? [] : foldLine(`     ${cleanLine(sides.b.label)} ${cleanLine(row.what)}`, columns, '       ')
      return [`   ${line}`, ...what]
    }),
    ...(left > 0 ? [paint.dim(`   and ${left} more: --json and --html have them`)] : []),
  ]
}
