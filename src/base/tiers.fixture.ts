import { it, type TestOptions } from 'vitest'

type Run = (...args: unknown[]) => Promise<void>
interface Each {
  each: (rows: readonly unknown[]) => (name: string, options: TestOptions, run: Run) => void
}

/**
 * `it.each`, or that of `describe`, for a long table of which a few rows, spread evenly over it, belong to the tier of
 * their file and the others to stress: `eachByTier(2)(rows)('…', …)`. For rows that take the same way through the code.
 */
export function eachByTier<Kind extends { each: unknown } = typeof it>(few: number, kind?: Kind): Kind['each'] {
  const eachTest = (kind ?? it) as Each
  return (rows: readonly unknown[]) => {
    const indexes = new Set(Array.from({ length: few }, (_, index) => Math.floor((index * rows.length) / few)))
    return (name: string, ...rest: [Run] | [TestOptions, Run]) => {
      const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest
      eachTest.each(rows.filter((_, index) => indexes.has(index)))(name, options, run)
      eachTest.each(rows.filter((_, index) => !indexes.has(index)))(name, { ...options, tags: 'stress' }, run)
    }
  }
}
