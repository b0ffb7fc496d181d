import { expect, it } from 'vitest'
import { madeUpBreak, madeUpComparison } from '../comparison/comparison.fixture.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { createPaint } from '../text/paint.ts'
import { formatScreen } from './screen.ts'

const screen = (many: number): string => {
  const broken = Array.from({ length: many }, (_, index) => ({
    ...madeUpBreak(),
    id: `b${index}`,
    name: `broke ${index}`,
  }))
  const document = comparisonDocument(many === 0 ? madeUpComparison() : madeUpComparison(broken))
  return formatScreen(document, createPaint(false), 80)
}

it.each([1, 8, 300])('fits one screen with %i findings, each in a row with its cause', (many) => {
  const text = screen(many)
  const lines = text.split('\n')
  expect(lines.length).toBeLessThanOrEqual(23)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(text).toMatch(/ ✗ broke 0: \w/)
  expect(text.includes(' more\n')).toBe(many > 1)
  expect(text).toMatch(/gate shut\n.*--all-failures/)
})

it('begins with the sentence and tells totals', () => {
  const text = screen(0)
  expect(text).toMatch(/^Do not publish draft: 2 of 7/)
  expect(text).toContain('2 regressed')
})
