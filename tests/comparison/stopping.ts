import { simulateBefore } from './before.ts'
import { type DrawPair, drawPasses, isSure, simulate, untilSure } from './simulate.ts'

/** How often the first of that many conversations passes on each side; the others pass 98 % on both. */
export interface Stopping {
  name: string
  conversations: number
  a: number
  b: number
  /** All conversations are like the first. */
  all: boolean
}

const percent = (rate: number): string => `${Math.round(rate * 100)} %`
const drop = (conversations: number, a: number, b: number): Stopping => ({
  name: `${percent(a)} → ${percent(b)}${conversations === 1 ? '' : ` in 1 of ${conversations}`}`,
  ...{ conversations, a, b, all: false },
})

export const stopping: readonly Stopping[] = [
  drop(1, 1, 0),
  drop(1, 1, 0.6),
  drop(1, 0.9, 0.5),
  drop(1, 0.95, 0.75),
  drop(20, 1, 0),
  drop(20, 1, 0.6),
  drop(20, 0.9, 0.5),
  drop(20, 0.95, 0.75),
  { name: '1, equal sides passing 50 %', conversations: 1, a: 0.5, b: 0.5, all: true },
  { name: '20, equal sides passing 50 %', conversations: 20, a: 0.5, b: 0.5, all: true },
  { name: '20, equal sides passing 98 %', conversations: 20, a: 0.98, b: 0.98, all: true },
]

/**
 * The share of comparisons that call the first conversation (or any, if the sides are equal), and the mean
 * pairs per conversation.
 */
export interface Took {
  called: number
  pairs: number
}

/** What `--until-sure` took before the change, and takes now. */
export function stoppingOf(
  { conversations, a, b, all }: Stopping,
  seed: number,
  comparisons: number,
): { before: Took; after: Took } {
  const looked = (run: (draw: DrawPair) => { sure: boolean[]; pairs: number }): Took => {
    const passes = drawPasses(seed)
    let [called, pairSum] = [0, 0]
    for (let comparison = 0; comparison < comparisons; comparison += 1) {
      const { sure, pairs } = run((conversation) =>
        all || conversation === 0 ? [passes(a), passes(b)] : [passes(0.98), passes(0.98)],
      )
      pairSum += pairs
      if (all ? sure.includes(true) : sure[0] === true) called += 1
    }
    return { called: called / comparisons, pairs: pairSum / comparisons / conversations }
  }
  return {
    before: looked((draw) => simulateBefore(conversations, draw)),
    after: looked((draw) => {
      const { called, pairs } = simulate(conversations, untilSure, draw)
      return { sure: called.map(isSure), pairs }
    }),
  }
}
