import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { finishText } from '../text/finish-text.ts'
import { createPaint } from '../text/paint.ts'
import { madeUpBreak, madeUpComparison, madeUpConversation } from './comparison.fixture.ts'
import { formatComparison } from './format-comparison.ts'

const golden = (name: string, text: string): void => {
  const file = resolve(import.meta.dirname, '../../../tests/report', name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
const plain = createPaint(false)

describe('a comparison in a terminal', () => {
  it('reads as it did', () => {
    golden('comparison-plain.out', `${formatComparison(madeUpComparison(), plain, null)}\n`)
  })
  it('is folded where the terminal is narrow', () => {
    const text = formatComparison(madeUpComparison(), plain, 60)
    const long = text
      .split('\n')
      .filter((line) => line.length > 60 && !/^ {4}[~+-]|^ +prompts| > | p50 |^ slower |^ 2 regressed/.test(line))
    expect(long).toEqual([])
    expect(text.replace(/\s+/g, ' ')).toContain('Do not publish draft: 2 of 7 conversations got worse')
  })
  it('paints the same text', () => {
    const painted = finishText(formatComparison(madeUpComparison(), createPaint(true), null))
    const esc = String.fromCharCode(27)
    expect(painted).toContain(`${esc}[31m✗ regressed (hard break)${esc}[39m`)
    expect(painted.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '')).toBe(
      formatComparison(madeUpComparison(), plain, null),
    )
  })
  it('says how many conversations it leaves out, and shows the gravest', () => {
    const many = [
      ...Array.from({ length: 30 }, (_, index) => madeUpConversation(100 + index, { verdict: 'changed' })),
      madeUpBreak(),
    ]
    const text = formatComparison(madeUpComparison(many), plain, null)
    expect(text).toContain('and 11 more')
    expect(text.indexOf('regressed (hard break)')).toBeLessThan(text.indexOf('± changed'))
  })
  it('sends nothing to the terminal that the terminal acts on', () => {
    const hostile = '\u001b[2J\u009b31m\u202e\ud800\u0007x'
    const text = formatComparison(
      madeUpComparison([madeUpConversation(1, { name: hostile, reason: hostile, verdict: 'changed' })]),
      plain,
      null,
    )
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u202e]/u)
    expect(text).toContain('[U+001B][2J[U+009B]31m[U+202E]')
  })
  it('can be empty', () => {
    expect(formatComparison({ ...madeUpComparison([]), noise: null, agents: [] }, plain, 80)).toContain('nothing ran')
  })
})
