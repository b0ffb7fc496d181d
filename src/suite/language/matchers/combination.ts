import type { Matcher } from './matcher.ts'

export type Combination = Matcher & { kind: 'not' | 'all' | 'any' | 'none' | 'folded' }

const combinations: ReadonlySet<Matcher['kind']> = new Set(['not', 'all', 'any', 'none', 'folded'])

export function isCombination(matcher: Matcher): matcher is Combination {
  return combinations.has(matcher.kind)
}

/** Whether a combination holds, by what `inner` says of its parts; null where that is not certain. */
export function together(matcher: Combination, inner: (of: Matcher) => boolean | null): boolean | null {
  switch (matcher.kind) {
    case 'folded':
      return inner(matcher.of)
    case 'not':
      return opposite(inner(matcher.of))
    case 'all':
      return every(matcher.of.map(inner))
    case 'any':
      return opposite(every(matcher.of.map((of) => opposite(inner(of)))))
    case 'none':
      return every(matcher.of.map((of) => opposite(inner(of))))
  }
}

/**
 * Whether a matcher holds of an absent value. Null for most: only `present` says anything about one, no other condition
 * holds of it, nor does its negation.
 */
export function holdsOfNothing(matcher: Matcher): boolean | null {
  if (matcher.kind === 'present') return !matcher.wanted
  return isCombination(matcher) ? together(matcher, holdsOfNothing) : null
}

const opposite = (verdict: boolean | null): boolean | null => (verdict === null ? null : !verdict)

function every(verdicts: readonly (boolean | null)[]): boolean | null {
  if (verdicts.includes(false)) return false
  return verdicts.includes(null) ? null : true
}
