/**
 * The verdict of a comparison on one conversation, the gravest first. *regressed*, *improved*: the pass rate moved
 * beyond noise. *flaky*: a side both passes and fails, and no difference is certain. *not comparable*: a side could not
 * be judged, or the sides did not run the same script. *changed*: as many pass, but the agent behaves differently.
 * *same*: none of these.
 */
export const comparisonVerdicts = ['regressed', 'not comparable', 'flaky', 'changed', 'improved', 'same'] as const

/** One of `comparisonVerdicts`. */
export type ComparisonVerdict = (typeof comparisonVerdicts)[number]

/**
 * What *regressed* or *improved* rests on: a *hard break* (never failed on one side, never passed on the other, in
 * enough pairs), or a *statistical* difference (exact paired test, Holm-adjusted). *unconfirmed*: it looks like a break
 * or a gain, but in too few pairs of runs to call it one; the verdict is then *changed*.
 */
export type Certainty = 'hard break' | 'statistical' | 'unconfirmed'
