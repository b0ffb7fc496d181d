import type { Difference } from './compare.ts'

/** A known kind of difference: a description, and a test for it. */
interface Known {
  what: string
  is(difference: Difference): boolean
}

/**
 * Where the product and the evaluator differ, and why that is acceptable for now. Remove an entry once its
 * difference is fixed.
 */
const knownCauses: readonly Known[] = [
  {
    what: 'the product sees that a condition of a number holds for each or for none, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /(no|every) number that can be here is that/.test(told),
  },
  {
    what: 'the product sees that every text is something, or that none can be, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /every text is that|no text can be that/.test(told),
  },
  {
    what: 'the product sees that no text equals a number or a truth value, and refuses to ask for one; the evaluator compares them',
    is: ({ product, told }) => product === 'broken' && /there are texts here, and \S+ is none/.test(told),
  },
  {
    what: 'the product sees that a condition stands beside its opposite, and refuses them; the evaluator cannot',
    is: ({ product, told }) =>
      product === 'broken' && /is the opposite of another|comes before all calls of .* and after/.test(told),
  },
  {
    what: 'the product sees that a pattern matches every text or none, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /the pattern matches every text|no text matches/.test(told),
  },
  {
    what: 'the product sees that every list or object is something, or that none can be, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /there is always (an object|a list) here/.test(told),
  },
  {
    what: 'the product sees that a schema says nothing, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /(every|no) value is valid under this schema/.test(told),
  },
  {
    what: 'the product sees that a text has nothing but spaces where these do not count, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /without its spaces nothing is left/.test(told),
  },
  {
    what: 'the product sees a between that came out the wrong way round before it looks for what to judge; the evaluator looks first',
    is: ({ product, told }) => product === 'errored' && /nothing lies between/.test(told),
  },
  {
    what: 'the product sees that nothing tells the language of a name, and refuses it; the evaluator cannot',
    is: ({ product, told }) => product === 'broken' && /a name is too short to tell/.test(told),
  },
  {
    what: 'the product sees before the run that the value of a template leaves nothing to judge, and refuses it; the evaluator finds it when it judges',
    is: ({ product, told }) => product === 'broken' && /in the template "\w+", (with )?\{\{\w+\}\}/.test(told),
  },
  {
    what: 'the product refuses a list for what is always text; the evaluator makes no such suite out',
    is: ({ product, told }) => product === 'broken' && /expected text or a matcher, but here is a list/.test(told),
  },
]

/** The description of a known difference, or null. */
export const knownOf = (difference: Difference): string | null =>
  knownCauses.find((each) => each.is(difference))?.what ?? null
