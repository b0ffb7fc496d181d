import { everyOutcome } from '../../src/compare/statistics/every-outcome.fixture.ts'
import { passInterval } from '../../src/compare/statistics/intervals.ts'
import { countPairs, type Pair } from '../../src/compare/statistics/paired-test.ts'
import { createPick } from '../corpus/pick.ts'
import { simulate, untilSure } from './simulate.ts'

const rates = [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]

/**
 * How often the interval of that many pairs covers the true difference, over every pair of rates: computed
 * exactly, not simulated.
 */
export function coverageOfInterval(pairs: number): { least: number; mean: number; width: number } {
  const cells = rates.flatMap((a) =>
    rates.map((b) => {
      let [coverage, width] = [0, 0]
      for (const { counts, probability } of everyOutcome(pairs, a, b)) {
        const [from, to] = passInterval(counts)
        if (from <= b - a && b - a <= to) coverage += probability
        width += probability * (to - from)
      }
      return { held: coverage, width }
    }),
  )
  return {
    least: Math.min(...cells.map(({ held }) => held)),
    mean: cells.reduce((sum, { held }) => sum + held, 0) / cells.length,
    width: cells.reduce((sum, { width }) => sum + width, 0) / cells.length,
  }
}

/**
 * How often the interval after `--until-sure` covers the true difference, simulated: `shown` as it is shown,
 * `plain` as it would be had the number of pairs been fixed beforehand.
 */
export function coverageUntilSure(seed: number): Record<'shown' | 'plain', { least: number; mean: number }> {
  const pick = createPick(seed)
  const passes = (rate: number): boolean => pick(1_000_000) < rate * 1_000_000
  const some = [0.05, 0.3, 0.5, 0.7, 0.95]
  const cells = some.flatMap((a) =>
    some.map((b) => {
      const hits = { shown: 0, plain: 0 }
      for (let comparison = 0; comparison < 1_000; comparison += 1) {
        const pairs: Pair[] = []
        const { called } = simulate(1, untilSure, () => {
          const pair: Pair = [passes(a), passes(b)]
          pairs.push(pair)
          return pair
        })
        const holds = ([from, to]: readonly [number, number]): number => (from <= b - a && b - a <= to ? 1 : 0)
        hits.shown += holds(called[0]?.pass?.interval ?? [1, -1])
        hits.plain += holds(passInterval(countPairs(pairs)))
      }
      return { shown: hits.shown / 1_000, plain: hits.plain / 1_000 }
    }),
  )
  const over = (key: 'shown' | 'plain') => ({
    least: Math.min(...cells.map((each) => each[key])),
    mean: cells.reduce((sum, each) => sum + each[key], 0) / cells.length,
  })
  return { shown: over('shown'), plain: over('plain') }
}
