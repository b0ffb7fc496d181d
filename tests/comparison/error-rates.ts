import { type DrawPair, drawPasses, isSure, repeated, simulate, unconfirmed, untilSure, type Way } from './simulate.ts'

/** Comparisons of equal sides: how often each passes, by conversation and pair. */
export interface EqualSides {
  name: string
  conversations: number
  comparisons: number
  rate: (conversation: number, pair: number) => number
  /**
   * How many of the conversations, counted from the first, are truly broken: they always pass on a and never
   * on b.
   */
  broken: number
}

/** The ways of running whose error rate the docs show. */
export const ways: readonly Way[] = [repeated(3), repeated(5), repeated(10), repeated(20), untilSure]

const mixed = [0.5, 0.8, 0.95, 1]
const steady = (conversations: number, rate: number, comparisons: number): EqualSides => ({
  name: `${conversations === 1 ? '1 conversation' : `${conversations} conversations`} passing ${rate * 100} %`,
  conversations,
  comparisons,
  rate: () => rate,
  broken: 0,
})

/**
 * Equal sides that pass half of the time, mostly, nearly always, and each at its own rate; some beside true
 * breaks.
 */
export const equalSides: readonly EqualSides[] = [
  steady(1, 0.5, 4_000),
  steady(20, 0.5, 1_500),
  steady(100, 0.5, 600),
  steady(1, 0.8, 4_000),
  steady(20, 0.8, 500),
  steady(20, 0.95, 500),
  {
    name: '20 conversations, each its own rate',
    conversations: 20,
    comparisons: 500,
    rate: (conversation) => mixed[conversation % mixed.length] ?? 1,
    broken: 0,
  },
  {
    name: '20 conversations, service up and down',
    conversations: 20,
    comparisons: 500,
    rate: (_, pair) => (pair % 4 < 2 ? 0.9 : 0.4),
    broken: 0,
  },
  {
    name: '10 conversations passing 50 % beside 10 breaks',
    conversations: 20,
    comparisons: 500,
    rate: () => 0.5,
    broken: 10,
  },
]

/** The share of comparisons that call any difference although the sides are equal. */
export function errorRate(sides: EqualSides, way: Way, seed: number): number {
  const passes = drawPasses(seed)
  const draw: DrawPair = (conversation, index) => {
    if (conversation < sides.broken) return [true, false]
    const rate = sides.rate(conversation, index)
    return [passes(rate), passes(rate)]
  }
  let wrong = 0
  for (let comparison = 0; comparison < sides.comparisons; comparison += 1) {
    const { called } = simulate(sides.conversations, way, draw)
    if (called.slice(sides.broken).some(isSure)) wrong += 1
  }
  return wrong / sides.comparisons
}

/** The share of conversations with equal sides that are reported as unconfirmed, out of 20. */
export function unconfirmedRate(rate: number, pairs: number, seed: number): number {
  const passes = drawPasses(seed)
  const comparisons = 500
  let count = 0
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const { called } = simulate(20, unconfirmed(pairs), () => [passes(rate), passes(rate)])
    count += called.filter(({ certainty }) => certainty === 'unconfirmed').length
  }
  return count / (20 * comparisons)
}
