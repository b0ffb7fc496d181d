/**
 * The layers that can make a conversation red, what makes the others worthless first: of two findings about one turn the
 * earlier one of this list is the cause. docs/causes.md says of each what it means and who mends it.
 */
export const causeKinds = [
  'service',
  'network',
  'worker',
  'simulated user',
  'budget',
  'script',
  'agent',
  'judge',
] as const

/** One of `causeKinds`. */
export type CauseKind = (typeof causeKinds)[number]

/** In which layer a conversation went wrong, and a sentence that says why. */
export interface Cause {
  kind: CauseKind
  why: string
}

/** How often each cause stands among some, the most frequent first; what has none is left out. */
export function countCauses(kinds: readonly (CauseKind | undefined)[]): [kind: CauseKind, count: number][] {
  const counts = causeKinds.map((kind): [CauseKind, number] => [kind, kinds.filter((each) => each === kind).length])
  return counts.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one)
}

/** The same in words, `2 agent, 1 network`; null where there is none. */
export function describeCauses(kinds: readonly (CauseKind | undefined)[]): string | null {
  const counts = countCauses(kinds)
  return counts.length === 0 ? null : counts.map(([kind, count]) => `${count} ${kind}`).join(', ')
}
