import type { JsonValue } from '../../base/json.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { combine, isCombination } from './combine.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding } from './fold-text.ts'
import { match, matchAbsent } from './match.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/** One reading of a thing, and the path under which mismatches name it. */
export interface Reading {
  value: JsonValue | undefined
  path: string
}

/**
 * Holds a thing that can be read in several ways against a matcher: each single condition chooses its reading, so that
 * a combination can mix them and a negation never holds just because the condition looked at the wrong one.
 */
export function matchBy(
  matcher: Matcher,
  read: (condition: Matcher) => Reading,
  folding: Folding = exactly,
): Mismatch[] {
  if (isCombination(matcher)) {
    const { value, path } = read(firstCondition(matcher))
    if (value === undefined && !folding.turned) return matchAbsent(matcher, path)
    const inner = (nested: Matcher, folded: Folding): Mismatch[] => matchBy(nested, read, folded)
    return combine(matcher, folding, inner, (of) => {
      const { value, path } = read(firstCondition(of))
      return mismatch(of.at, path, describeMatcher(of), value)
    })
  }
  const { value, path } = read(matcher)
  return match(matcher, value, path, folding)
}

/** The first condition of a matcher that is none itself. */
export function firstCondition(matcher: Matcher): Matcher {
  if (!isCombination(matcher)) return matcher
  const inner = Array.isArray(matcher.of) ? matcher.of[0] : matcher.of
  return inner === undefined ? matcher : firstCondition(inner)
}

/** Whether a condition is about text: nothing but text can meet it. */
export function isAboutText(condition: Matcher): boolean {
  if (condition.kind === 'equals') return typeof condition.value === 'string'
  return ['matches', 'starts with', 'ends with', 'words', 'sentences', 'date', 'json'].includes(condition.kind)
}
