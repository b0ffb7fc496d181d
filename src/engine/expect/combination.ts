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

/** What a matcher makes of a value that is not there: most conditions say nothing of nothing. */
type AbsentVerdict = 'holds' | 'fails' | 'silent'

/**
 * Judges a value that is absent. Only `present` knows anything of it; any other condition is silent, and its negation too,
 * so that neither holds: what is expected of a member or an item takes the member or the item.
 */
export function judgeAbsent(matcher: Matcher): AbsentVerdict {
  if (matcher.kind === 'present') return matcher.wanted ? 'fails' : 'holds'
  if (!isCombination(matcher)) return 'silent'
  switch (matcher.kind) {
    case 'not':
      return opposite(judgeAbsent(matcher.of))
    case 'none':
      return allOf(matcher.of.map((each) => opposite(judgeAbsent(each))))
    case 'all':
      return allOf(matcher.of.map(judgeAbsent))
    case 'any':
      return opposite(allOf(matcher.of.map((each) => opposite(judgeAbsent(each)))))
    case 'folded':
      return judgeAbsent(matcher.of)
  }
}

function opposite(verdict: AbsentVerdict): AbsentVerdict {
  if (verdict === 'silent') return 'silent'
  return verdict === 'holds' ? 'fails' : 'holds'
}

function allOf(verdicts: readonly AbsentVerdict[]): AbsentVerdict {
  if (verdicts.includes('fails')) return 'fails'
  return verdicts.includes('silent') ? 'silent' : 'holds'
}
