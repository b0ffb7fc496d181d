/**
 * What is measured: W(conversations, turns), how many conversations run at once, and how long the agent thinks.
 * `rounds` and `quickRounds` are how often each contender runs it.
 */
export const works = [
  { name: 'W(1, 1)', conversations: 1, turns: 1, concurrency: 8, delayMs: 0, rounds: 21, quickRounds: 7 },
  {
    name: 'W(1000, 5), 8 at once',
    conversations: 1000,
    turns: 5,
    concurrency: 8,
    delayMs: 0,
    rounds: 9,
    quickRounds: 3,
  },
  {
    name: 'W(1000, 5), 32 at once',
    conversations: 1000,
    turns: 5,
    concurrency: 32,
    delayMs: 0,
    rounds: 9,
    quickRounds: 3,
  },
]
