// @module-tag stress
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { judgedErrorRate, judgedSides } from './judged-sides.ts'
import { percent, writeTable } from './table-in-docs.ts'

const seed = 20_261_123
/** JUDGED_COMPARISONS=10000 runs 10,000, and only then is the table written. */
const comparisons = Number(process.env.JUDGED_COMPARISONS ?? 300)
const families = [1, 10]
const page = resolve(import.meta.dirname, '../../docs/measurements.md')

it('calls equal sides different no more often than one in twenty, whatever a judge of 5 % error makes of their words', () => {
  const rate = (sides: (typeof judgedSides)[number], conversations: number, blind: boolean): number =>
    judgedErrorRate(sides, conversations, comparisons, { blind, seed })
  const rows = judgedSides.map((sides) => ({
    name: sides.name,
    held: families.map((conversations) => rate(sides, conversations, false)),
    blind: families.map((conversations) => rate(sides, conversations, true)),
  }))
  const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons)
  for (const { name, held } of rows) for (const each of held) expect(each, name).toBeLessThanOrEqual(most)
  // What happens without the rule, to show that the rule is needed.
  expect(rows[1]?.blind[1]).toBeGreaterThan(0.3)
  const table = writeTable([
    ['equal sides', '1 conversation', '10 conversations', '1, error ignored', '10, error ignored'],
    ...rows.map(({ name, held, blind }) => [name, ...[...held, ...blind].map((each) => percent(each, 1))]),
  ])
  if (comparisons < 10_000) return
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, text.replace(/(<!-- table: judged sides -->\n)[\s\S]*?(<!-- end -->)/, `$1${table}\n$2`))
}, 900_000)
