/**
 * How much is measured. `sessions` of 5 turns make one burst of turns, `kept` is how many sessions are stored
 * before, `fetches` is one burst of session fetches; memory is sampled after every `step` turns, and its
 * slope is taken from `from` turns on.
 */
export const sizes = {
  full: {
    turns: { rounds: 9, sessions: 2_000 },
    parallel: { rounds: 5, sessions: 1_000, latencyMs: 1_000 },
    start: { rounds: 9 },
    sessions: { rounds: 5, kept: [10, 100, 1_000, 10_000], sessions: 1_000 },
    fetch: { rounds: 9, stored: 100_000, fetches: 4_000 },
    memory: { turns: 200_000, step: 10_000, from: 50_000 },
  },
  quick: {
    turns: { rounds: 3, sessions: 1_000 },
    parallel: { rounds: 3, sessions: 1_000, latencyMs: 1_000 },
    start: { rounds: 5 },
    sessions: { rounds: 2, kept: [10, 1_000, 10_000], sessions: 400 },
    fetch: { rounds: 3, stored: 100_000, fetches: 2_000 },
    memory: { turns: 100_000, step: 10_000, from: 50_000 },
  },
}
