import type { Difference } from './compare.ts'

/** Where the product and the docs are known to differ: what, until somebody mends one of them, and how to tell such a case. */
interface Known {
  what: string
  is(difference: Difference): boolean
}

/** Each leaves when it is mended; a test says which of them no generated case shows any more. */
const known: readonly Known[] = [
  {
    what: 'a suite that can never pass is refused; the docs do not say so',
    is: ({ product, told, evaluated }) =>
      product === 'broken' && /no number that can be here is that/.test(told) && !evaluated.verdicts.has('passed'),
  },
]

/** What is known of a difference, or null. */
export const knownOf = (difference: Difference): string | null =>
  known.find((each) => each.is(difference))?.what ?? null
