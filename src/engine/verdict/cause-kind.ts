/** Those that invalidate the others first: of two findings about a turn, the earlier is the cause (docs/causes.md). */
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

export type CauseKind = (typeof causeKinds)[number]

export interface Cause {
  kind: CauseKind
  why: string
}

/** Counts causes, the most frequent first, leaving out those that do not occur. */
export function countCauses(kinds: readonly (CauseKind | undefined)[]): [kind: CauseKind, count: number][] {
  const counts = causeKinds.map((kind): [CauseKind, number] => [kind, kinds.filter((each) => each === kind).length])
  return counts.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one)
}

/** The counts in words, `2 agent, 1 network`; null where there are none. */
export function describeCauses(kinds: readonly (CauseKind | undefined)[]): string | null {
  const counts = countCauses(kinds)
  return counts.length === 0 ? null : counts.map(([kind, count]) => `${count} ${kind}`).join(', ')
}
