import { describe, expect, it } from 'vitest'
import type { Usage } from '../../wire/api/usage.ts'
import { describeSides, describeUsageDifference, describeUsageShortly, usageOfRuns } from './describe-usage.ts'
import type { Verdict } from './verdict.ts'

const usageOf = (inputTokens: number, cost?: number, model = 'small'): Usage[] => [
  { model, inputTokens, outputTokens: 0, ...(cost === undefined ? {} : { cost }) },
]
const labels = ['default', 'draft'] as const
const run = (usage: Usage[], verdict: Verdict = 'passed') => ({ verdict, usage, withoutUsage: [] as number[] })

describe('what models took, in short', () => {
  it.each<[Usage[] | undefined, string | null]>([
    [undefined, null],
    [[], null],
    [usageOf(12_340, 0.0123), '12,340 tokens, cost 0.0123'],
    [usageOf(12_340), '12,340 tokens'],
    [[...usageOf(10, 0.5), ...usageOf(5, undefined, 'other')], '15 tokens, cost at least 0.5'],
  ])('%j', (usage, text) => expect(describeUsageShortly(usage)).toBe(text))
})

describe('how two sides differ', () => {
  it.each<[Usage[], Usage[], string | null]>([
    [[], [], null],
    [
      usageOf(10, 0.01),
      usageOf(10, 0.0118),
      'draft costs 18 % more than default (0.0118 against 0.01 in 2 pairs of runs)',
    ],
    [
      usageOf(10, 0.01),
      usageOf(9, 0.005),
      'draft costs 50 % less than default (0.005 against 0.01 in 2 pairs of runs)',
    ],
    [usageOf(10, 1), usageOf(10, 1.004), 'draft costs 0.4 % more than default (1.00 against 1.00 in 2 pairs of runs)'],
    [usageOf(9, 0.01), usageOf(10, 0.01), null],
    [usageOf(10), usageOf(15), 'draft takes 50 % more tokens than default (15 against 10 in 2 pairs of runs)'],
    [
      usageOf(2_000, 1),
      usageOf(1_000),
      'draft takes 50 % fewer tokens than default (1,000 against 2,000 in 2 pairs of runs)',
    ],
    [usageOf(10), usageOf(10), null],
    [usageOf(10, 0), usageOf(10, 0.25), 'draft costs 0.25, default nothing (0.25 against 0 in 2 pairs of runs)'],
    [usageOf(10, 0.25), usageOf(10, 0), 'draft costs 100 % less than default (0 against 0.25 in 2 pairs of runs)'],
  ])('%j and %j', (a, b, text) =>
    expect(describeUsageDifference({ a, b, pairs: 2, leftOut: 0 }, labels, { amounts: true })).toBe(text),
  )

  it('counts pairs of runs alone that both got to an end', () => {
    const runs = {
      a: [run(usageOf(10, 0.1)), run(usageOf(500, 5)), run(usageOf(10, 0.1))],
      b: [run(usageOf(20, 0.2)), run([], 'errored')],
    }
    const comparison = {
      usage: { a: usageOf(520, 5.2), b: usageOf(20, 0.2) },
      sides: { a: { label: 'default' }, b: { label: 'draft' } },
    }
    expect(describeSides(comparison, [{ runs }])).toEqual([
      'default: 520 tokens (520 in, 0 out), cost 5.20',
      'draft: 20 tokens (20 in, 0 out), cost 0.2',
      'draft costs 100 % more than default (0.2 against 0.1 in 1 pair of runs)',
    ])
    expect(describeSides({ sides: comparison.sides }, [{ runs }])).toEqual([])
    const judging = { a: usageOf(30, 0.3), b: [] }
    const lines = ['default: judges: 30 tokens (30 in, 0 out), cost 0.3', 'draft: judges: no tokens']
    expect(describeSides({ sides: comparison.sides, judging }, [{ runs }])).toEqual(lines)
    expect(describeSides({ ...comparison, judging }, [{ runs }]).slice(3)).toEqual(lines)
  })

  it.each<[string, Partial<ReturnType<typeof run>>, Partial<ReturnType<typeof run>>]>([
    ['reported nothing', {}, { usage: [] }],
    ['has a host that does not count', {}, { usage: usageOf(0) }],
    ['was silent in another turn', {}, { withoutUsage: [1] }],
    ['was not sent the last turn', { withoutUsage: [0] }, { withoutUsage: [0, 2] }],
  ])('leaves out a pair where a side %s, and says so', (_, a, b) => {
    const one = run(usageOf(100))
    const sides = { a: { label: 'default' }, b: { label: 'draft' } }
    const describeRuns = (runs: Record<'a' | 'b', ReturnType<typeof run>[]>): string | undefined =>
      describeSides({ usage: { a: usageOf(200), b: usageOf(100) }, sides }, [{ runs }])[2]
    expect(describeRuns({ a: [one, { ...one, ...a }], b: [one, { ...one, ...b }] })).toBe(
      'draft takes as many tokens as default (100 against 100 in 1 pair of runs; 1 other left out: not both sides reported them for the same turns)',
    )
    expect(describeRuns({ a: [{ ...one, ...b }], b: [{ ...one, ...a }] })).toBe(
      'default and draft cannot be compared in tokens (1 pair left out: not both sides reported them for the same turns)',
    )
  })

  it('says of a side how many runs reported none', () => {
    const usage = { a: usageOf(200), b: [] }
    const runs = { a: [run(usageOf(200)), run([])], b: [run([]), run([])] }
    const sides = { a: { label: 'default' }, b: { label: 'draft' } }
    expect(describeSides({ usage, sides }, [{ runs }]).slice(0, 2)).toEqual([
      'default: 200 tokens (200 in, 0 out); 1 of 2 runs reported none',
      'draft: no tokens reported',
    ])
  })

  it('tells what all runs took, and no difference, where no pair got to an end', () => {
    const usage = usageOfRuns({ a: [run(usageOf(10))], b: [run(usageOf(20), 'errored')] })
    expect(usage).toEqual({ a: usageOf(10), b: usageOf(20), pairs: 0, leftOut: 0 })
    expect(describeUsageDifference(usage, labels)).toBeNull()
  })
})
