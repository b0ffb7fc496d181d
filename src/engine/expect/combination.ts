import type { Matcher } from '../../suite/language/matcher.ts'
import { type Folding, foldingOf, turn } from './fold-text.ts'

/** Matchers that state nothing about a value themselves, but combine other matchers. */
export type Combination = Matcher & { kind: 'not' | 'all' | 'any' | 'none' | 'folded' }

const combinations: ReadonlySet<Matcher['kind']> = new Set(['not', 'all', 'any', 'none', 'folded'])

/** Whether a matcher only puts others together. */
export function isCombination(matcher: Matcher): matcher is Combination {
  return combinations.has(matcher.kind)
}

/** How one nested matcher is judged. */
type Inner<T> = (nested: Matcher, folding: Folding) => T[]

/**
 * The misses of a combination: those of its parts where each part has to hold, and one `miss` of the responsible
 * matcher where a part held that must not, or none held. `forbid` judges what must not hold, where that is more than
 * `inner` the other way round.
 */
export function combine<T>(
  matcher: Combination,
  folding: Folding,
  inner: Inner<T>,
  miss: (of: Matcher) => T,
  forbid = (of: Matcher, negation: Matcher): T[] => (inner(of, turn(folding)).length === 0 ? [miss(negation)] : []),
): T[] {
  switch (matcher.kind) {
    case 'not':
      return forbid(matcher.of, matcher)
    case 'all':
      return matcher.of.flatMap((each) => inner(each, folding))
    case 'any':
      return matcher.of.some((each) => inner(each, folding).length === 0) ? [] : [miss(matcher)]
    case 'none':
      return matcher.of.flatMap((each) => forbid(each, { kind: 'not', of: each, at: each.at }))
    case 'folded':
      return inner(matcher.of, foldingOf(matcher, folding))
  }
}

/** What a matcher says about an absent value; most conditions say nothing (`silent`). */
type AbsentVerdict = 'holds' | 'fails' | 'silent'

/**
 * Judges an absent value. Only `present` says anything about it; every other condition is silent, and so is its
 * negation, so that neither holds: an expectation on a member or item requires that member or item.
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
