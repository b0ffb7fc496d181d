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
  expect(text).toMatch(/ ✗ broke 0: \w.* {2}b0\n/)
  expect(text.includes(' more\n')).toBe(many > 1)
  expect(text).toMatch(/gate shut\n.*--all-failures/)
})

it('says what each side said where the first row parts', () => {
  for (const many of [1, 8, 300]) {
    const [, before = '', after = ''] = / ✗ broke 0.*\n(.*)\n(.*)/.exec(screen(many)) ?? []
    expect(before).toMatch(/^ {3}- default {2}call lookup_order\(order_id: "1042"\)/)
    expect(after).toBe('   + draft    no such call')
  }
  expect(screen(300).match(/^ {3}- default/gm)).toHaveLength(1)
})

it('begins with the sentence and tells totals', () => {
  const text = screen(0)
  expect(text).toMatch(/^Do not publish draft: 2 of 7/)
  expect(text).toContain('2 regressed')
})

it('cuts the cause and not where it stands, unless that alone is wider than half of the screen', () => {
  const rowOf = (id: string): string => {
    const broken = [{ ...madeUpBreak(), id, name: 'cancels an order that was never placed, after three refusals' }]
    return (
      / ✗ cancels.*/.exec(formatScreen(comparisonDocument(madeUpComparison(broken)), createPaint(false), 80))?.[0] ?? ''
    )
  }
  const id = 'suites/orders.yaml:5'
  expect(rowOf(id)).toMatch(new RegExp(`\\S… {2}${id}$`))
  expect(rowOf(id).length).toBeLessThanOrEqual(80)
  expect(rowOf('x'.repeat(50))).not.toContain('xxx')
})

it('names the page that is written, or how to get one', () => {
  const document = comparisonDocument(madeUpComparison())
  expect(formatScreen(document, createPaint(false), 80)).toContain('side by side in a page: --html report.html')
  const text = formatScreen(document, createPaint(false), 80, 'out/page.html')
  expect([text.includes('side by side in out/page.html'), text.includes('--html')]).toEqual([true, false])
})
