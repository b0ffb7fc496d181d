/**
 * The verdict of a comparison on one conversation, the gravest first.
 *
 * - *regressed*, *improved*: the pass rate moved beyond noise.
 * - *flaky*: a side both passes and fails, and no difference is certain.
 * - *not comparable*: a side could not be judged, or the sides did not run the same script.
 * - *changed*: as many pass, but the agent behaves differently.
 * - *same*: none of these.
 */
export const comparisonVerdicts = ['regressed', 'not comparable', 'flaky', 'changed', 'improved', 'same'] as const

export type ComparisonVerdict = (typeof comparisonVerdicts)[number]

/** The levels on which behaviour can differ, the gravest first. */
export const changeLevels = [
  'turns',
  'calls',
  'order',
  'phases',
  'arguments',
  'outputs',
  'handoff',
  'messages',
  'items',
  'judged',
  'reply',
  'other entries',
] as const

export type ChangeLevel = (typeof changeLevels)[number]

/** The aspects of an agent's behaviour that sides are compared by; aspects that others follow from come first. */
export const featureLevels = [
  'calls',
  'order',
  'phases',
  'arguments',
  'outputs',
  'handoff',
  'items',
  'messages',
  'laws',
  'judged',
  'other entries',
  'turns',
  'latency',
] as const
