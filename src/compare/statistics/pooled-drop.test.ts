import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pair } from './paired-test.ts'
import { poolPasses } from './pooled-drop.ts'

const worse: Pair = [true, false]
const better: Pair = [false, true]
const both: Pair = [true, true]
const of = (...pairs: Pair[]): { pairs: Pair[]; byJudges: number } => ({ pairs, byJudges: 0 })

describe('the passes of all conversations together', () => {
  it('are none of one conversation, and none where nothing was judged', () => {
    expect(poolPasses([of(worse, worse)])).toBeNull()
    expect(poolPasses([of(worse), of()])).toBeNull()
    expect(poolPasses([])).toBeNull()
  })

  it('are counted by side, with the chance that a coin falls so', () => {
    expect(poolPasses([of(worse, both), of(worse, better), of(worse)])).toEqual({
      conversations: 3,
      pairs: 5,
      passedA: 4,
      passedB: 2,
      onlyA: 3,
      onlyB: 1,
      p: 5 / 16,
    })
    expect(poolPasses([of(worse, worse, worse, worse), of(worse, worse, worse)])?.p).toBeCloseTo(2 ** -7, 12)
    expect(poolPasses([of(both), of(both)])?.p).toBe(1)
  })

  it('hold what judges alone found as no failure', () => {
    const seven = [of(worse, worse, worse, worse), { pairs: [worse, worse, worse], byJudges: 3 }]
    expect(poolPasses(seven)).toMatchObject({ onlyA: 7, p: 2 ** -4 })
    expect(poolPasses([{ pairs: [worse], byJudges: 1 }, of(both)])?.p).toBe(1)
    expect(poolPasses([{ pairs: [both], byJudges: 5 }, of(better)])?.p).toBe(1)
  })

  it('say no more of it, the more pairs speak for b', () => {
    const pair = fc.constantFrom(worse, better, both)
    const talks = fc.array(fc.array(pair, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(talks, (all) => {
        const before = poolPasses(all.map((pairs) => of(...pairs)))?.p ?? 1
        const after = poolPasses([...all.map((pairs) => of(...pairs)), of(better)])?.p ?? 1
        expect(after).toBeGreaterThanOrEqual(before)
        const [first = [], ...rest] = all
        const split = poolPasses([of(...first), ...rest.map((pairs) => of(...pairs))])?.p
        expect(split).toBe(before) // regardless of which conversations they are in
      }),
      { seed: 20_261_123 },
    )
  })
})
