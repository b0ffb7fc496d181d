/**
 * What the docs allow as the outcome of an expectation, as a set of bits: mostly one of them. More than one stand where
 * the docs are silent, so that a comparison says nothing there instead of copying what the product does.
 */
export type Outcome = number

export const holds = 1
export const fails = 2
export const unjudged = 4
export const anything = 7

export const when = (condition: boolean): Outcome => (condition ? holds : fails)

/** The outcome of the opposite. */
export const negate = (outcome: Outcome): Outcome =>
  (outcome & unjudged) | (outcome & holds ? fails : 0) | (outcome & fails ? holds : 0)

/** The outcome where all have to hold: one that fails decides, whatever could not be judged. */
export function every(outcomes: readonly Outcome[]): Outcome {
  const canPass = outcomes.every((each) => each & holds)
  const canFail = outcomes.some((each) => each & fails)
  const canStay = outcomes.some((each) => each & unjudged) && outcomes.every((each) => each & (holds | unjudged))
  return (canPass ? holds : 0) | (canFail ? fails : 0) | (canStay ? unjudged : 0)
}

/** The outcome where one has to hold. */
export const some = (outcomes: readonly Outcome[]): Outcome => negate(every(outcomes.map(negate)))
