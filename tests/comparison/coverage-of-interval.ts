import { everyOutcome } from '../../src/compare/statistics/every-outcome.fixture.ts'
import { passInterval } from '../../src/compare/statistics/pass-interval.ts'

const rates = [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99]

/**
 * How often the interval of so many pairs holds the true difference, over every pair of rates: worked out, not drawn.
 */
export function coverageOfInterval(pairs: number): { least: number; mean: number; width: number } {
  const seen = rates.flatMap((a) =>
    rates.map((b) => {
      let [held, width] = [0, 0]
      for (const { counts, probability } of everyOutcome(pairs, a, b)) {
        const [from, to] = passInterval(counts)
        if (from <= b - a && b - a <= to) held += probability
        width += probability * (to - from)
      }
      return { held, width }
    }),
  )
  return {
    least: Math.min(...seen.map(({ held }) => held)),
    mean: seen.reduce((sum, { held }) => sum + held, 0) / seen.length,
    width: seen.reduce((sum, { width }) => sum + width, 0) / seen.length,
  }
}
