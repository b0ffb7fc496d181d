import type { MapNode } from '../yaml/node.ts'
import type { Place } from '../yaml/place.ts'
import { refuse, type Shape } from '../yaml/shape.ts'
import type { Matcher } from './matcher.ts'
import { textOptions } from './text-option.ts'

/**
 * The value of `not`. Several operators under it could mean "not both" as well as "neither", so that they are refused;
 * `isCondition` tells operators from the options beside them.
 */
export function negated(matcher: Shape<Matcher>, isCondition: (key: string) => boolean): Shape<Matcher> {
  return {
    read(node, reading) {
      if (node.kind === 'map') {
        const conditions = node.entries.filter(({ key }) => isCondition(key))
        const [, second] = conditions
        if (second !== undefined && conditions.length === countConditions(node))
          return refuse(
            reading,
            'mixed-matcher',
            second.keyAt,
            'several operators under one not could mean "not both" as well as "neither"',
            `write none: [${conditions.map(({ key }) => `{ ${key}: … }`).join(', ')}] for neither, not: { all: [ … ] } for not both`,
          )
      }
      return matcher.read(node, reading)
    },
    schema: (definitions) => matcher.schema(definitions),
  }
}

function countConditions({ entries }: MapNode): number {
  return entries.filter(({ key }) => !textOptions.includes(key)).length
}

/** `not` of a matcher. Of a list of parts or patterns it is none of them, which is how a reader takes it. */
export function negate(of: Matcher, at: Place): Matcher {
  if (of.kind === 'folded') return { ...of, of: negate(of.of, at) }
  const apart = takeApart(of)
  return apart.length > 1 ? { kind: 'none', of: apart, at } : { kind: 'not', of, at }
}

/** None of some matchers; one with a list of parts or patterns stands for each of them. */
export function noneOf(of: readonly Matcher[], at: Place): Matcher {
  return { kind: 'none', of: of.flatMap(takeApart), at }
}

function takeApart(matcher: Matcher): Matcher[] {
  if (matcher.kind === 'contains') return matcher.parts.map((part) => ({ ...matcher, parts: [part], at: part.at }))
  if (matcher.kind === 'matches') return matcher.patterns.map((each) => ({ ...matcher, patterns: [each], at: each.at }))
  if (matcher.kind === 'any') return matcher.of.flatMap(takeApart)
  if (matcher.kind === 'folded') return takeApart(matcher.of).map((of) => ({ ...matcher, of }))
  return [matcher]
}
