/**
 * The outcomes that the docs allow for an expectation, as a set of bits; usually one. Where the docs are
 * silent there are several, so that the comparison does not just copy what the product does.
 */
export type Outcome = number

export const holds = 1
export const fails = 2
export const unjudged = 4
export const anything = 7

/** Of what says two things neither a condition nor its opposite holds; in the end that fails, or is not judged. */
export const neither = 8

export const when = (condition: boolean): Outcome => (condition ? holds : fails)

/** The outcome of the negation. */
export const negate = (outcome: Outcome): Outcome =>
  (outcome & (unjudged | neither)) | (outcome & holds ? fails : 0) | (outcome & fails ? holds : 0)

/** The outcome if all have to hold: one failure decides, whatever could not be judged. */
export function every(outcomes: readonly Outcome[]): Outcome {
  const open = outcomes.every((each) => each & (holds | unjudged | neither))
  const canPass = outcomes.every((each) => each & holds)
  const canFail = outcomes.some((each) => each & fails)
  const canStay = outcomes.some((each) => each & unjudged) && outcomes.every((each) => each & (holds | unjudged))
  const canBeNeither = open && outcomes.some((each) => each & neither)
  return (canPass ? holds : 0) | (canFail ? fails : 0) | (canStay ? unjudged : 0) | (canBeNeither ? neither : 0)
}

/** The outcome if one has to hold. If that may depend on what could not be judged, it is not judged either. */
export function some(outcomes: readonly Outcome[]): Outcome {
  const canPass = outcomes.some((each) => each & holds)
  const canFail = outcomes.every((each) => each & fails)
  const canStay =
    outcomes.some((each) => each & unjudged) && outcomes.every((each) => each & (fails | unjudged | neither))
  const canBeNeither = outcomes.some((each) => each & neither) && outcomes.every((each) => each & (fails | neither))
  return (canPass ? holds : 0) | (canFail ? fails : 0) | (canStay ? unjudged : 0) | (canBeNeither ? neither : 0)
}

/** The outcome of an expectation: what is neither so nor otherwise fails, or is not judged where it is ruled out or counted. */
export const settle = (outcome: Outcome, as: Outcome = fails): Outcome =>
  outcome & neither ? (outcome & anything) | as : outcome
