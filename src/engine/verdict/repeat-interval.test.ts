import { describe, expect, it } from 'vitest'
import { type Attempted, repeatInterval } from './repeat-interval.ts'

type Rule = Pick<Attempted, 'times' | 'pass' | 'endsAtPass'>
type End = Pick<Attempted, 'passed' | 'failed'>

const rules = [1, 2, 3, 4, 5, 6].flatMap((times) =>
  Array.from({ length: times }, (_, index) => index + 1).flatMap((pass) =>
    [true, false].map((endsAtPass): Rule => ({ times, pass, endsAtPass })),
  ),
)

/** Every way in which attempts under a rule can end, one attempt after the other, from the lowest rate seen to the highest. */
function endsOf({ times, pass, endsAtPass }: Rule): (End & { ways: number })[] {
  const found = new Map<string, End & { ways: number }>()
  const walk = (passed: number, failed: number): void => {
    const won = endsAtPass && passed === pass
    const lost = passed > 0 && failed > times - pass
    if (won || lost || passed + failed === times) {
      const key = `${passed} ${failed}`
      found.set(key, { passed, failed, ways: (found.get(key)?.ways ?? 0) + 1 })
      return
    }
    walk(passed + 1, failed)
    walk(passed, failed + 1)
  }
  walk(0, 0)
  return [...found.values()].sort((one, other) => seen(one) - seen(other))
}

const seen = ({ passed, failed }: End): number => passed / (passed + failed)

const chanceOf = (ends: readonly (End & { ways: number })[], rate: number): number =>
  ends.reduce((sum, { passed, failed, ways }) => sum + ways * rate ** passed * (1 - rate) ** failed, 0)

const rounded = (attempted: Attempted): number[] | undefined =>
  repeatInterval(attempted)?.map((end) => Number(end.toFixed(4)))

describe('repeatInterval', () => {
  it.each(rules)(
    'goes from where so good an end is rare to where so bad a one is: $pass of $times, ends at a pass: $endsAtPass',
    (rule) => {
      const ends = endsOf(rule)
      for (const [index, { passed, failed }] of ends.entries()) {
        const [from, to] = repeatInterval({ ...rule, passed, failed }) ?? [Number.NaN, Number.NaN]
        if (index === 0) expect(from).toBe(0)
        else expect(chanceOf(ends.slice(index), from)).toBeCloseTo(0.025, 9)
        if (index === ends.length - 1) expect(to).toBe(1)
        else expect(chanceOf(ends.slice(0, index + 1), to)).toBeCloseTo(0.025, 9)
      }
    },
  )
  it('is nothing where nothing was judged', () => {
    expect(repeatInterval({ times: 3, pass: 2, passed: 0, failed: 0, endsAtPass: true })).toBeNull()
  })
  it('is that of Clopper and Pearson where attempts were interrupted before anything was settled', () => {
    // The rates of 2 of 3, and of 1 of 2, by their tables.
    expect(rounded({ times: 5, pass: 4, passed: 2, failed: 1, endsAtPass: true })).toEqual([0.0943, 0.9916])
    expect(rounded({ times: 5, pass: 4, passed: 1, failed: 1, endsAtPass: true })).toEqual([0.0126, 0.9874])
    expect(rounded({ times: 5, pass: 4, passed: 0, failed: 2, endsAtPass: true })).toEqual([0, 0.8419])
  })
})
