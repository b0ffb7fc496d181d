// @module-tag stress
import { describe, expect, it } from 'vitest'
import { intervalWhenever } from '../../src/base/binomial.ts'
import { repeatConversation, repeatInterval } from '../../src/engine/perform/repeat.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { coverageOfRepeats, type Design, endsOf, wilson } from './coverage-of-repeats.ts'
import { percent, tableInDocs, writeTable } from './table-in-docs.ts'

const designs = (most: number): Design[] =>
  Array.from({ length: most }, (_, index) => index + 1).flatMap((times) =>
    Array.from({ length: times }, (_, index) => index + 1).flatMap((pass) =>
      [true, false].map((endsAtPass) => ({ times, pass, endsAtPass, most: times })),
    ),
  )

/**
 * Attempts with the outcomes the letters give, repeated as the product does; an error is an attempt that
 * could not be judged.
 */
async function repeat(
  { times, pass, endsAtPass }: Design,
  letters: string,
  stopAt = times,
): Promise<ConversationResult> {
  let attemptCount = 0
  const verdicts: Record<string, ConversationResult['verdict']> = { p: 'passed', f: 'failed', e: 'errored' }
  return repeatConversation(
    { times, pass },
    async () => {
      attemptCount += 1
      const verdict = verdicts[letters[attemptCount - 1] ?? 'e']
      return { verdict, reason: null, ms: 1, outcomes: [], turns: [] } as unknown as ConversationResult
    },
    () => attemptCount >= stopAt,
    () => [],
    !endsAtPass,
  )
}

describe('the interval of a repeat', () => {
  it('holds the true rate in 95 of 100 cases at least, for every rule and every rate', () => {
    for (const design of designs(30)) {
      const { least } = coverageOfRepeats(design)
      expect(least, JSON.stringify(design)).toBeGreaterThanOrEqual(0.95 - 1e-9)
    }
  })
  it('holds it where the attempts are interrupted after any number, or as many cannot be judged', () => {
    for (const design of designs(10))
      for (let most = 1; most < design.times; most += 1) {
        const { least } = coverageOfRepeats({ ...design, most })
        expect(least, JSON.stringify({ ...design, most })).toBeGreaterThanOrEqual(0.95 - 1e-9)
      }
  })
  it('counts the ends that the product comes to', async () => {
    for (const design of designs(6)) {
      const possibleEnds = new Set(endsOf(design).map(({ passed, failed }) => `${passed} ${failed}`))
      const seenEnds = new Set<string>()
      for (let bits = 0; bits < 2 ** design.times; bits += 1) {
        const letters = Array.from({ length: design.times }, (_, index) => ((bits >> index) & 1 ? 'p' : 'f')).join('')
        const { attempts } = await repeat(design, letters)
        seenEnds.add(`${attempts?.passed} ${attempts?.failed}`)
      }
      expect([...seenEnds].sort(), JSON.stringify(design)).toEqual([...possibleEnds].sort())
    }
  })
  it.each([
    // times, pass, attempts, from, to: Clopper and Pearson's interval where nothing was cut off
    [5, 5, 'ppppp', 0.4782, 1],
    [10, 10, 'pf', 0.0126, 0.9874],
    [5, 1, 'fffff', 0, 0.5218],
    [5, 1, 'p', 0.025, 1],
    [5, 1, 'ffffp', 0.0051, 0.6024],
    [5, 4, 'ppfpp', 0.2836, 0.9937],
    [5, 4, 'ppepp', 0.3976, 1],
    [5, 4, 'eeeee', null, null],
    [10, 5, 'ffffff', 0, 0.4593],
  ])('of %i times, %i of which must pass, that came out %s', async (times, pass, letters, from, to) => {
    const design = { times, pass, endsAtPass: true, most: times }
    const { attempts } = await repeat(design, letters, letters.length)
    const interval = attempts?.interval ?? [null, null]
    expect(interval.map((end) => (end === null ? null : Number(end.toFixed(4))))).toEqual([from, to])
  })
  it('never leaves out the rate that was seen, and rises with it', () => {
    for (const design of designs(12)) {
      const ends = endsOf(design).sort((one, other) => rateOf(one) - rateOf(other))
      let before: readonly number[] = [0, 0]
      for (const end of ends) {
        const [from, to] = repeatInterval({ ...design, ...end }) ?? [1, 0]
        expect([from <= rateOf(end), rateOf(end) <= to], JSON.stringify({ design, end })).toEqual([true, true])
        expect([from >= (before[0] ?? 0) - 1e-9, to >= (before[1] ?? 0) - 1e-9]).toEqual([true, true])
        before = [from, to]
      }
    }
  })
  it('is shown beside the one that it replaces', () => {
    const rows = [
      [3, 3],
      [5, 4],
      [10, 5],
      [10, 8],
      [20, 19],
      [30, 24],
    ].map(([times = 1, pass = 1]): Design => ({ times, pass, endsAtPass: true, most: times }))
    const table = writeTable([
      ['repeat', 'holds it at least', 'on average', 'points from end to end', "Wilson's at least"],
      ...rows.map((design) => {
        const { least, mean, width } = coverageOfRepeats(design)
        const { times, pass } = design
        const cells = [percent(least, 1), percent(mean, 1), (width * 100).toFixed(0)]
        return [`${pass} of ${times} must pass`, ...cells, percent(coverageOfRepeats(design, wilson).least, 1)]
      }),
    ])
    expect(tableInDocs('repeats', table)).toBe(table)
  })
})

describe('an interval that holds whenever attempts end', () => {
  it.each([0.02, 0.1, 0.3, 0.5, 0.8, 0.95])(
    'never left a rate of %f out in more than one in twenty, stopped when it looked worst',
    (rate) => {
      let state = Math.round(rate * 1_000) + 7
      const random = (): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state / 2 ** 32
      }
      let missed = 0
      for (let history = 0; history < 2_000; history += 1) {
        let [passed, out] = [0, false]
        for (let trials = 1; trials <= 100 && !out; trials += 1) {
          passed += random() < rate ? 1 : 0
          const [from, to] = known(passed, trials)
          out = rate < from || rate > to
        }
        missed += out ? 1 : 0
      }
      expect(missed / 2_000).toBeLessThanOrEqual(0.05)
    },
  )
})

const memory = new Map<number, readonly [number, number]>()

function known(passed: number, trials: number): readonly [number, number] {
  const interval = memory.get(passed * 1_000 + trials) ?? intervalWhenever(passed, trials)
  memory.set(passed * 1_000 + trials, interval)
  return interval
}

function rateOf({ passed, failed }: { passed: number; failed: number }): number {
  return passed / (passed + failed)
}
