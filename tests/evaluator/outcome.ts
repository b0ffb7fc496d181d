/**
 * The outcomes that the docs allow for an expectation, as a set of bits; usually one. Where the docs are
 * silent there are several, so that the comparison does not just copy what the product does.
 */
export type Outcome = number

export const holds = 1
export const fails = 2
export const unjudged = 4
export const anything = 7

export const when = (condition: boolean): Outcome => (condition ? holds : fails)

/** The outcome of the negation. */
export const negate = (outcome: Outcome): Outcome =>
  (outcome & unjudged) | (outcome & holds ? fails : 0) | (outcome & fails ? holds : 0)

/** The outcome if all have to hold: one failure decides, whatever could not be judged. */
export function every(outcomes: readonly Outcome[]): Outcome {
  const canPass = outcomes.every((each) => each & holds)
  const canFail = outcomes.some((each) => each & fails)
  const canStay = outcomes.some((each) => each & unjudged) && outcomes.every((each) => each & (holds | unjudged))
  return (canPass ? holds : 0) | (canFail ? fails : 0) | (canStay ? unjudged : 0)
}

/** The outcome if one has to hold. */
export const some = (outcomes: readonly Outcome[]): Outcome => negate(every(outcomes.map(negate)))
