import type { Difference } from './compare.ts'

/** A kind of difference that is known: what it is, and how to tell a case of it. */
interface Known {
  what: string
  is(difference: Difference): boolean
}

/** Where the product and the evaluator differ, and why that stands for now. Whoever mends one takes it out. */
const known: readonly Known[] = [
  {
    what: 'the product sees that a condition of a number holds for each or for none, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /(no|every) number that can be here is that/.test(told),
  },
  {
    what: 'the product refuses a list for what is always text; the docs do not say so',
    is: ({ product, told }) => product === 'broken' && /expected text or a matcher, but here is a list/.test(told),
  },
  {
    what: 'a time or a < 3 where nothing says what it means is not refused everywhere, against the words of the docs',
    is: ({ evaluated }) => evaluated.why.some((each) => /nothing says what it means|no unit is known/.test(each)),
  },
]

/** What is known of a difference, or null. */
export const knownOf = (difference: Difference): string | null =>
  known.find((each) => each.is(difference))?.what ?? null
