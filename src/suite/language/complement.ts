import type { Place } from '../yaml/place.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import type { Matcher } from './matcher.ts'
import { languageOf } from './text-measures.ts'

/** Refuses a condition next to its own opposite: `all` of them could never hold, and `any` of them always would. */
export function refuseOpposites(kind: 'all' | 'any', of: readonly Matcher[], at: Place, reading: Reading): boolean {
  const known = new Set(of.map(keyOf))
  const odd = of.find((each) => oppositesOf(each).some((opposite) => known.has(opposite)))
  if (odd === undefined) return false
  const message =
    kind === 'any'
      ? 'one of these is the opposite of another, so it could never fail'
      : 'one of these is the opposite of another, so nothing can be both'
  refuse(reading, 'wrong-value', at, message, 'keep the one that is meant')
  return true
}

/** A matcher's meaning as a key, without places and spelling differences. */
function keyOf(matcher: Matcher): string {
  return JSON.stringify(plain(matcher), (key, value: unknown) => (key === 'at' ? undefined : value))
}

function oppositesOf(matcher: Matcher): string[] {
  const said = plain(matcher)
  const opposite = keyOf({ kind: 'not', of: said, at: said.at })
  return said.kind === 'present' ? [opposite, keyOf({ ...said, wanted: !said.wanted })] : [opposite]
}

/**
 * The canonical form: no `none`, no double negation, no group of one, and ignored differences moved inside
 * negations.
 */
function plain(matcher: Matcher): Matcher {
  const { at } = matcher
  switch (matcher.kind) {
    case 'none':
      return plain({ kind: 'not', of: { kind: 'any', of: matcher.of, at }, at })
    case 'not': {
      const of = plain(matcher.of)
      return of.kind === 'not' ? of.of : { kind: 'not', of, at }
    }
    case 'folded': {
      const of = plain(matcher.of)
      if (of.kind === 'not') return { kind: 'not', of: plain({ ...matcher, of: of.of }), at }
      if (of.kind !== 'folded') return { ...matcher, of }
      const ignored = [...new Set([...matcher.ignored, ...of.ignored])].sort()
      return { kind: 'folded', ignored, of: of.of, at }
    }
    case 'any':
    case 'all': {
      const of = matcher.of.map(plain)
      const [only, second] = of
      if (only !== undefined && second === undefined) return only
      return { kind: matcher.kind, of: of.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)), at }
    }
    case 'language':
      return { ...matcher, codes: [...new Set(matcher.codes.map((code) => languageOf(code) ?? code))].sort() }
    default:
      return matcher
  }
}
