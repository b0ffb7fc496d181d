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
    what: 'a time without a zone counts as a date for before and after, against the words of the docs',
    is: ({ suite, doings }) => /(before|after): "?(now|20)/.test(suite) && /T12:00:00\\*"/.test(JSON.stringify(doings)),
  },
  {
    what: 'a time or a < 3 where nothing says what it means is not refused everywhere, against the words of the docs',
    is: ({ evaluated }) => evaluated.why.some((each) => /nothing says what it means|no unit is known/.test(each)),
  },
  {
    what: 'a {{variable}} that stands alone and is a number also equals the text that looks like it, against the words of the docs',
    is: ({ suite }) => /"\{\{(twelve|price|c\d)\}\}"/.test(suite),
  },
  {
    what: 'one content item serves two expectations of a list, against the words of the docs',
    is: ({ suite, product }) => /(text|button|image|video|audio|file): \[/.test(suite) && product !== 'failed',
  },
  {
    what: 'contains with a negation holds for what is neither text nor list nor object, against the words of the docs',
    is: ({ suite }) => /contains: \[?\{ "?(not|none)/.test(suite),
  },
]

/** What is known of a difference, or null. */
export const knownOf = (difference: Difference): string | null =>
  known.find((each) => each.is(difference))?.what ?? null
