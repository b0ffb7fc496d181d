import { isHollow } from './likeness.ts'
import type { Matcher } from './matcher.ts'
import { fails, type Outcome, settle, unjudged } from './outcome.ts'
import { isList, type Plain, Written } from './plain.ts'
import { fillValue, refersToNothing, type Variables } from './variables.ts'

const numbers = ['at least', 'at most', 'more than', 'less than', 'between']
const texts = ['contains', 'matches', 'starts with', 'ends with']

/** Whether a matcher, at any depth, depends on a variable that is empty or not a number where it needs one. */
function rests(matcher: Matcher, variables: Variables, refusing = false): boolean {
  if (matcher.kind === 'value') return refusing && refersToNothing(matcher.value, variables)
  if (matcher.kind === 'list') return matcher.items.some((item) => rests(item, variables, refusing))
  if (matcher.kind === 'members') return matcher.members.some(([, each]) => rests(each, variables, refusing))
  if (matcher.kind === 'compare') return false
  return matcher.parts.some(({ name, given, of }) => {
    const inside = refusing || name === 'not' || name === 'none' || name === 'contains'
    const scalars = isList(given) ? given : [given]
    if (texts.includes(name) || (inside && name === 'equals'))
      if (scalars.some((each) => refersToNothing(each, variables))) return true
    if (numbers.includes(name)) return scalars.some((each) => !isNumber(each, variables))
    if (name === 'similar to' && isHollow(given, variables)) return true
    return of.some((each) => rests(each, variables, inside))
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
