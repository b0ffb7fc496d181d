import { isHollow } from './likeness.ts'
import type { Matcher } from './matcher.ts'
import { fails, type Outcome, settle, unjudged } from './outcome.ts'
import { isList, type Plain, Written } from './plain.ts'
import { fillValue, isAlone, refersToNothing, refersToStructure, type Variables } from './variables.ts'

const numbers = ['at least', 'at most', 'more than', 'less than', 'between']
const texts = ['contains', 'matches', 'starts with', 'ends with']

/** These pass on that what is within them is looked for in a text. */
const passing = ['not', 'none', 'all', 'any', 'one of', 'contains']

/**
 * Whether a matcher, at any depth, depends on a variable that is empty or not a number where it needs one, or a list or a
 * mapping where it needs a text. `sought`: it stands within `contains`.
 */
function rests(matcher: Matcher, variables: Variables, refusing = false, sought = false): boolean {
  if (matcher.kind === 'value') {
    const asText = sought || (refusing && (matcher.text || !isAlone(matcher.value)))
    return (
      (refusing && refersToNothing(matcher.value, variables)) || (asText && refersToStructure(matcher.value, variables))
    )
  }
  if (matcher.kind === 'list') return matcher.items.some((item) => rests(item, variables, refusing))
  if (matcher.kind === 'members') return matcher.members.some(([, each]) => rests(each, variables, refusing))
  if (matcher.kind === 'compare') return false
  return matcher.parts.some(({ name, given, of }) => {
    const inside = refusing || name === 'not' || name === 'none' || name === 'contains'
    const scalars = isList(given) ? given : [given]
    if (texts.includes(name) || (inside && name === 'equals'))
      if (scalars.some((each) => refersToNothing(each, variables))) return true
    if (texts.includes(name) && scalars.some((each) => refersToStructure(each, variables))) return true
    if (numbers.includes(name)) return scalars.some((each) => !isNumber(each, variables))
    if (name === 'similar to' && isHollow(given, variables)) return true
    return of.some((each) => rests(each, variables, inside, passing.includes(name) && (sought || name === 'contains')))
  })
}

/** Whether a bound with a variable has become a number; other bounds were checked when they were parsed. */
const isNumber = (bound: Plain, variables: Variables): boolean =>
  typeof bound !== 'string' || !bound.includes('{{') || asNumber(fillValue(bound, variables)) !== null

/** A number, or a captured text that is a number. */
export function asNumber(value: Plain | undefined): number | null {
  if (value instanceof Written) return value.value
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null
}

/** An expectation that depends on an empty value cannot pass, whatever else holds. */
export const unlessItRests = (
  outcome: Outcome,
  matchers: readonly Matcher[],
  variables: Variables,
  refusing = false,
): Outcome =>
  matchers.some((each) => rests(each, variables, refusing)) ? (settle(outcome) & fails) | unjudged : settle(outcome)
