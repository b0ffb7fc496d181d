import type { Place } from '../yaml/place.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import type { Matcher } from './matcher.ts'

/** Refuses conditions of which one is the opposite of another: together they hold for nothing, and either holds for everything. */
export function refuseOpposites(kind: 'all' | 'any', of: readonly Matcher[], at: Place, reading: Reading): boolean {
  const known = new Set(of.map(keyOf))
  const odd = of.find((each) => oppositesOf(each).some((opposite) => known.has(opposite)))
  if (odd === undefined) return false
  const message =
    kind === 'any'
      ? 'one of these is the opposite of another, so that it could never fail'
      : 'one of these is the opposite of another, so that nothing can be both'
  refuse(reading, 'wrong-value', at, message, 'keep the one that is meant')
  return true
}

/** What a matcher says, without its places. */
function keyOf(matcher: Matcher): string {
  return JSON.stringify(matcher, (key, value: unknown) => (key === 'at' ? undefined : value))
}

function oppositesOf(matcher: Matcher): string[] {
  if (matcher.kind === 'not') return [keyOf(matcher.of)]
  if (matcher.kind === 'present') return [keyOf({ ...matcher, wanted: !matcher.wanted })]
  return []
}
