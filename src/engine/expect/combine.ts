import type { Matcher } from '../../suite/language/matcher.ts'
import { type Folding, foldingOf, turn } from './fold-text.ts'

/** The matchers that say nothing of a value themselves, but put others together. */
export type Combination = Matcher & { kind: 'not' | 'all' | 'any' | 'none' | 'folded' }

const combinations: ReadonlySet<Matcher['kind']> = new Set(['not', 'all', 'any', 'none', 'folded'])

/** Whether a matcher only puts others together. */
export function isCombination(matcher: Matcher): matcher is Combination {
  return combinations.has(matcher.kind)
}

/** How one nested matcher is judged. */
type Inner<T> = (nested: Matcher, folding: Folding) => T[]

/**
 * What a combination misses: the misses of its parts where each has to hold, and `miss` of the matcher that is to blame
 * where a part held that must not, or none did.
 */
export function combine<T>(matcher: Combination, folding: Folding, inner: Inner<T>, miss: (of: Matcher) => T): T[] {
  const holds = (nested: Matcher, folded = folding): boolean => inner(nested, folded).length === 0
  switch (matcher.kind) {
    case 'not':
      return holds(matcher.of, turn(folding)) ? [miss(matcher)] : []
    case 'all':
      return matcher.of.flatMap((each) => inner(each, folding))
    case 'any':
      return matcher.of.some((each) => holds(each)) ? [] : [miss(matcher)]
    case 'none':
      return matcher.of.flatMap((each) =>
        holds(each, turn(folding)) ? [miss({ kind: 'not', of: each, at: each.at })] : [],
      )
    case 'folded':
      return inner(matcher.of, foldingOf(matcher, folding))
  }
}
