import { isDeepStrictEqual } from 'node:util'

/**
 * Everything in which the stub's account differs from the work, as lines of text: each conversation has its turns in
 * one session of its own, and each session was fetched `fetches` times.
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
