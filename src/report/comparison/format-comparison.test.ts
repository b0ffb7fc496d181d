import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../compare/comparison.ts'
import { describeReached } from '../../compare/model/turn-comparison.ts'
import { comparisonDocument } from '../studies/comparison.ts'
import { formatDocument } from '../terminal/document.ts'
import { finishText } from '../text/finish-text.ts'
import { createPaint, type Paint } from '../text/paint.ts'
import { madeUpBreak, madeUpComparison, madeUpConversation } from './comparison.fixture.ts'
import { describePass, foldTurns } from './describe-comparison.ts'

const golden = (name: string, text: string): void => {
  const file = resolve(import.meta.dirname, '../../../tests/report', name)
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
const plain = createPaint(false)
const formatComparison = (comparison: Comparison, paint: Paint, columns: number | null, all = false): string =>
  formatDocument(comparisonDocument(comparison, { all }), paint, columns)

describe('what a verdict rests on', () => {
  const broken = madeUpBreak()
  const [run] = broken.runs.a
  const noteAt = (look: number, lostCount = 0) => {
    const runs = (count: number) => (run === undefined ? [] : Array.from({ length: count }, () => run))
    return describePass({ ...broken, look, runs: { a: runs(5 + look), b: runs(5 + look + lostCount) } })
  }
  it('is said in plain words, with the figures of the tests where everything is asked for', () => {
    const plainly =
      'over 5 pairs of runs the pass rate moved by -100 points (95 % sure: -100 to -48); chance alone does this in at most 1.2 % of comparisons like this'
    expect(describePass(broken)).toBe(plainly)
    expect(describePass(broken, true)).toBe(
      `${plainly}; a break by chance in at most 1 of 1,024; p 0.002, 0.012 after Holm`,
    )
    expect(describePass({ ...broken, certainty: 'unconfirmed' })).toMatch(/; that is not certain$/)
  })
  it('says over which pairs', () => {
    expect(noteAt(1)).toMatch(/^over the 5 pairs of runs after the first look the pass rate/)
    expect(noteAt(0, 2)).toMatch(/^over the 5 pairs of runs that were judged on both sides the pass rate/)
    expect(noteAt(1, 2)).toMatch(/^over the 5 pairs of runs after the first look that were judged on both sides the/)
  })
})

describe('the gate of a comparison', () => {
  it('says of what held that there was none, in words that contradict no verdict', () => {
    const comparison = madeUpComparison()
    const rules = ['hard breaks', 'regressions'].map((name) => ({
      ...{ name, verdict: name === 'regressions' ? ('held' as const) : ('broken' as const) },
      ...{ wanted: 'none', seen: name === 'regressions' ? 'none' : '1: "cancels an order"' },
    }))
    const text = formatComparison({ ...comparison, gate: { verdict: 'shut', rules } }, plain, null)
    expect(text).toContain('✓ 1 rule held: regressions besides hard breaks (none)\n')
  })
})

describe('where nothing could be judged', () => {
  const incomparable = ['one', 'two'].map((name, index) => ({
    ...madeUpComparison().conversations.find(({ verdict }) => verdict === 'not comparable'),
    ...{ id: `s.yaml:${index}`, name },
  })) as ReturnType<typeof madeUpComparison>['conversations']
  const b = madeUpComparison().conversations.find(({ shown }) => shown.b !== null)?.shown.b ?? null
  const comparison = {
    ...madeUpComparison(),
    conversations: incomparable.map((each) => ({ ...each, shown: { a: null, b } })),
  }
  it('no rule held, and one reason is told once', () => {
    const rules = [{ name: 'hard breaks', verdict: 'held' as const, wanted: 'none', seen: 'none' }]
    const text = formatComparison({ ...comparison, gate: { verdict: 'not judged', rules } }, plain, null)
    expect(text).not.toContain('held')
    expect(text).toContain('and 1 more that broke alike')
  })
})

describe('what changed', () => {
  it('is told where a feature is beyond chance, or several conversations got worse', () => {
    const { features, totals, ...rest } = madeUpComparison()
    const textOf = (regressed: number): string =>
      formatComparison(
        {
          ...{ ...rest, totals: { ...totals, regressed } },
          features: { ...features, sentence: 'No single difference.', listed: [] } as NonNullable<typeof features>,
        },
        plain,
        null,
      )
    expect([textOf(1), textOf(2)].map((text) => text.includes('what changed'))).toEqual([false, true])
  })
})

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
  it('tells conversations that broke alike once, with the places of the others, and everything where it is asked to', () => {
    const alike = Array.from({ length: 4 }, (_, index) => ({
      ...madeUpBreak(),
      id: `break ${index}`,
      name: `broke ${index}`,
    }))
    const many = alike.map((each) => ({ ...each, shown: { a: each.shown.a, b: structuredClone(each.shown.b) } }))
    const textOf = (all: boolean) => formatComparison(madeUpComparison(many), plain, null, all)
    expect(textOf(false).match(/regressed \(hard break\)/g)).toHaveLength(1)
    expect(textOf(false)).toContain('and 3 more that broke alike')
    expect(textOf(true).match(/regressed \(hard break\)/g)).toHaveLength(4)
    expect(textOf(false)).not.toContain('more findings')
    const last = many.at(-1)?.shown.b
    const broken = last?.turns.flatMap(({ outcomes }) => outcomes).find(({ verdict }) => verdict === 'failed')
    last?.turns.at(-1)?.outcomes.push(...(broken === undefined ? [] : [broken]))
    expect(textOf(false)).toContain('1 of them has more findings: --all-failures')
    const [first, ...rest] = many
    const unsure = rest.map((each) => ({ ...each, certainty: 'unconfirmed' as const }))
    const apart = formatComparison(madeUpComparison([...(first ? [first] : []), ...unsure]), plain, null)
    expect(apart.match(/regressed \(/g)).toHaveLength(2)
  })
  it('tells turns that are no longer reached in one line', () => {
    const text = (turn: number, way: string) => ({ level: 'turns' as const, text: describeReached({ turn, way }) })
    const changes = [
      text(3, 'no longer reached'),
      text(4, 'no longer reached'),
      text(6, 'no longer reached'),
      text(7, 'now reached'),
    ]
    expect(foldTurns(changes).map((each) => each.text)).toEqual([
      'turns 3 to 4 are no longer reached',
      'turn 6 is no longer reached',
      'turn 7 is now reached',
    ])
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
