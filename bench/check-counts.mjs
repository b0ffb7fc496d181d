import { isDeepStrictEqual } from 'node:util'

/**
 * Compares the stub's counts with the work: each conversation must have its turns in its own session, and
 * each session must have been fetched `fetches` times. Gives every difference as a line of text.
 */
export function checkCounts(counts, { conversations, turns }, fetches) {
  const expected = {
    turns: conversations * turns,
    fetches: conversations * fetches,
    sessions: conversations,
    turnsPerSession: { [turns]: conversations },
    fetchesPerSession: { [fetches]: conversations },
    mismatches: 0,
  }
  const wrong = Object.entries(expected).filter(([name, value]) => !isDeepStrictEqual(counts[name], value))
  return [
    ...wrong.map(([name, value]) => `${name}: expected ${JSON.stringify(value)}, got ${JSON.stringify(counts[name])}`),
    ...counts.examples,
  ]
}
