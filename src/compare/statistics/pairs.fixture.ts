import type { Pair } from './paired-test.ts'

const pairOf: Record<string, Pair> = { p: [true, true], a: [true, false], b: [false, true], f: [false, false] }

/**
 * Pairs by letters: `p` both passed, `a` only a did, `b` only b did, `f` both failed.
 * @throws RangeError for any other letter
 */
export function pairsOf(letters: string): Pair[] {
  return [...letters].map((letter) => {
    const pair = pairOf[letter]
    if (pair === undefined) throw new RangeError(`no pair is called ${letter}`)
    return pair
  })
}
