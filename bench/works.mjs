/**
 * What is measured: W(conversations, turns), how many conversations run at once, and how long the agent
 * thinks. `rounds` is how often each of our contenders runs it, `peerRounds` how often the slower third-party
 * tools do; `quick` works are part of a short session, with a third of the rounds. Tools that run one
 * conversation at a time take minutes for large works: `oneRounds` is how often they run them.
 */
export const works = [
  { name: 'W(1, 1)', conversations: 1, turns: 1, concurrency: 8, delayMs: 0, rounds: 15, peerRounds: 3, quick: true },
  workOf(100, { concurrency: 8, rounds: 9, peerRounds: 3, quick: true }),
  workOf(1_000, { concurrency: 8, rounds: 15, peerRounds: 3, oneRounds: 1, quick: true }),
  workOf(1_000, { concurrency: 32, rounds: 15, peerRounds: 0 }),
  workOf(100, { concurrency: 8, delayMs: 200, rounds: 3, peerRounds: 1 }),
  workOf(100, { concurrency: 32, delayMs: 200, rounds: 3, peerRounds: 1 }),
  workOf(10_000, { concurrency: 8, rounds: 3, peerRounds: 0 }),
]

function workOf(conversations, { concurrency, delayMs = 0, ...rounds }) {
  const slow = delayMs > 0 ? `, ${delayMs} ms` : ''
  const name = `W(${conversations}, 5)${slow}, ${concurrency} at once`
  return { name, conversations, turns: 5, concurrency, delayMs, ...rounds }
}
