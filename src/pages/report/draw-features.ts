import type { Comparison } from '../../compare/comparison.ts'
import { aboutFeatures, featureRows } from '../../compare/features/feature-row.ts'
import type { FeatureEvidence } from '../../compare/model/feature-evidence.ts'
import { element } from '../kit/element.ts'
import { dataTable } from './data-table.ts'
import type { Card } from './report-document.ts'

export function drawFeatures(
  features: FeatureEvidence,
  { a, b }: Comparison['sides'],
  cards: readonly Card[],
  open: (key: string) => void,
): HTMLElement[] {
  const about = element('p', 'muted', `${aboutFeatures[0]?.toUpperCase()}${aboutFeatures.slice(1)}.`)
  if (features.listed.length === 0) return [element('p', 'prose', features.sentence)]
  const names = new Map(cards.map(({ key, name }) => [key, name]))
  const rows = featureRows(features).map(({ number, what, where, difference, chance, ...sides }, index) => {
    const places = (features.listed[index]?.conversations ?? []).slice(0, mostPlaces)
    const buttons = places.map((key) => {
      const button = element('button', { type: 'button', class: 'quiet' }, names.get(key) ?? key)
      button.addEventListener('click', () => open(key))
      return button
    })
    return [
      `${number} ${b.label} ${what}`,
      element('span', 'places', where, ...buttons.flatMap((button) => [' ', button])),
      sides.a,
      sides.b,
      difference,
      chance,
    ]
  })
  const heads = ['what changed', 'where', a.label, b.label, 'difference', 'by chance']
  return [about, dataTable('What changed, and where', heads, rows, { numbers: [2, 3, 4, 5], hideCaption: true })]
}

/** The largest number of conversations of a feature that can be opened from the table. */
const mostPlaces = 6
