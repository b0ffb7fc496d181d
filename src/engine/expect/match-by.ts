import type { JsonValue } from '../../base/json.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { combine, isCombination } from './combine.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding } from './fold-text.ts'
import { match, matchAbsent } from './match.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/**
 * One reading of a thing, and the path under which mismatches name it. `also` is what else a condition may mean by it: one that
 * holds for any of these holds, so that one that is ruled out is ruled out of all of them.
 */
export interface Reading {
  value: JsonValue | undefined
  path: string
  also?: readonly JsonValue[]
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
  const { value, path, also } = read(matcher)
  if (also === undefined) return match(matcher, value, path, folding)
  return partsOf(matcher).flatMap((part) => {
    const misses = match(part, value, path, folding)
    return also.some((each) => match(part, each, path, folding).length === 0) ? [] : misses
  })
}

/** The parts or patterns of a condition, each of which may be found in another reading. */
function partsOf(matcher: Matcher): Matcher[] {
  if (matcher.kind === 'contains' && matcher.parts.length > 1)
    return matcher.parts.map((part) => ({ kind: 'contains', parts: [part], at: matcher.at }))
  if (matcher.kind === 'matches' && matcher.patterns.length > 1)
    return matcher.patterns.map((each) => ({ kind: 'matches', patterns: [each], at: matcher.at }))
  return [matcher]
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
