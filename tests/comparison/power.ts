import { drawPasses, isSure, repeated, simulate, untilSure, type Way } from './simulate.ts'

/** How often a conversation passes on each side. */
export type Effect = readonly [a: number, b: number]

/** The ways of running whose power the docs show. */
export const powerWays: readonly Way[] = [repeated(3), repeated(5), repeated(10), repeated(20), untilSure]

/** From a clean break to a change that is hard to detect. */
export const effects: readonly Effect[] = [
  [1, 0],
  [0.95, 0.05],
  [1, 0.3],
  [1, 0.5],
  [0.9, 0.5],
  [0.95, 0.75],
  [0.9, 0.8],
]

/** How often the one changed conversation is called for sure, and the mean number of pairs per conversation. */
export function powerOf(
  [a, b]: Effect,
  conversations: number,
  way: Way,
  seed: number,
): { called: number; pairs: number } {
  const passes = drawPasses(seed)
  const comparisons = conversations === 1 ? 2_000 : 500
  let [called, pairs] = [0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const done = simulate(conversations, way, (conversation) =>
      conversation === 0 ? [passes(a), passes(b)] : [passes(0.98), passes(0.98)],
    )
    pairs += done.pairs
    if (done.called.slice(0, 1).some(isSure)) called += 1
  }
  return { called: called / comparisons, pairs: pairs / comparisons / conversations }
}
