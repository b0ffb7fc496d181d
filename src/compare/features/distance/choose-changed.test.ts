import { describe, expect, it } from 'vitest'
import { chooseChanged, type FeatureSeries } from './choose-changed.ts'

/** Numbers from 0 to 1 from a fixed generator. */
function createDraw(seed: number): () => number {
  let state = seed * 7_919
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** The share of `rounds` conversations in which anything is called changed. */
function rate(rounds: number, runs: number, make: () => FeatureSeries[]): number {
  let called = 0
  for (let round = 0; round < rounds; round += 1) if (chooseChanged(make(), runs).length > 0) called += 1
  return called / rounds
}

describe('chooseChanged of equal sides', () => {
  it.each([2, 3, 4, 5, 8])('seldom calls one of twenty things that happen now and then, with %i runs each', (runs) => {
    const draw = createDraw(runs)
    const coins = (): FeatureSeries[] =>
      Array.from({ length: 20 }, (_, n) => ({
        turn: 0,
        graded: false,
        values: Array.from({ length: runs * 2 }, () => (draw() < 0.2 + n / 40 ? 'yes' : 'no')),
      }))
    expect(rate(100, runs, coins)).toBeLessThanOrEqual(0.06)
  })
  it.each([2, 3, 4, 5, 8])('seldom calls one of three wordings, with %i runs each', { tags: 'slow' }, (runs) => {
    const draw = createDraw(runs)
    const word = (): string => Array.from({ length: 10 }, () => `word${Math.floor(draw() * 30)}`).join(' ')
    const wordings = (): FeatureSeries[] =>
      Array.from({ length: 3 }, () => ({ turn: 0, graded: true, values: Array.from({ length: runs * 2 }, word) }))
    expect(rate(100, runs, wordings)).toBeLessThanOrEqual(0.06)
  })
})

describe('chooseChanged of sides that differ', () => {
  it.each([1, 2, 3, 5])('finds the one thing that does, among wordings that vary, with %i runs each', (runs) => {
    const values = Array.from({ length: runs * 2 }, (_, run) => (run < runs ? 'no' : 'yes'))
    const noise = Array.from({ length: runs * 2 }, (_, run) => `so it is ${run * 31}`)
    const changed = chooseChanged(
      [
        { turn: 0, graded: false, values },
        { turn: 0, graded: true, values: noise },
      ],
      runs,
    )
    expect(changed[0]?.values).toEqual(values)
  })
  it('finds it beside things that happen now and then, given runs enough', () => {
    const draw = createDraw(5)
    const make = (): FeatureSeries[] => [
      ...Array.from({ length: 4 }, () => ({
        turn: 0,
        graded: false,
        values: Array.from({ length: 10 }, () => (draw() < 0.3 ? 'yes' : 'no')),
      })),
      { turn: 0, graded: false, values: ['x', 'x', 'x', 'x', 'x', 'y', 'y', 'y', 'y', 'y'] },
    ]
    expect(rate(100, 5, make)).toBeGreaterThan(0.9)
  })
  it('leaves out runs that say nothing, and sides of which none says anything', () => {
    const [a, b] = [
      ['x', 'x', 'x', null, 'x', 'x'],
      ['y', 'y', 'y', 'y', 'y', null],
    ]
    expect(chooseChanged([{ turn: 0, graded: false, values: [...a, ...b] }], 6)).toHaveLength(1)
    expect(chooseChanged([{ turn: 0, graded: false, values: ['x', 'z', 'x', null, null, null] }], 3)).toEqual([])
  })
})
