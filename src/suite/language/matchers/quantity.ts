import { refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { isCombination, together } from './combination.ts'
import { counting } from './comparison.ts'
import { decideSchema } from './decide-schema.ts'
import type { Matcher } from './matcher.ts'

/**
 * What a condition applies to: a number of things that is always there; a number, or seconds, that may be
 * missing; a grade, which need not be whole; the number of messages, or their texts; or a text.
 */
type About = 'count' | 'measure' | 'seconds' | 'grade' | 'messages' | 'text'
type Quantity = Exclude<About, 'messages' | 'text'>

/** One that holds for every such number could never fail, one that holds for none not under `not`. */
export function quantity(kind: Quantity, matcher: Shape<Matcher>): Shape<Matcher> {
  const inner = counting(kind === 'seconds' ? 's' : 'things', matcher)
  return withCheck(inner, (read, reading, { at }) => {
    const outcome = decide(read, kind)
    if (outcome === null) return read
    const [message, hint] = outcome
      ? ['every number that can be here is that, so it could never fail', 'write a limit, such as at least: 1']
      : ['no number that can be here is that', 'a count is 0 or more']
    return refuse(reading, 'wrong-value', at, message, hint)
  })
}

/** True: for every possible number or text here; false: for none; null if that depends or is uncertain. */
export function decide(matcher: Matcher, subject: About): boolean | null {
  if (subject === 'text') return holdsForText(matcher)
  const numbers = samplesBetween(boundsOf(matcher)).filter((number) => number >= 0)
  const isWhole = subject !== 'seconds' && subject !== 'grade'
  const possible = isWhole ? [...new Set(numbers.flatMap((each) => [Math.floor(each), Math.ceil(each)]))] : numbers
  return agreed(possible.map((number) => holdsFor(matcher, number, subject)))
}

/** The same for any number, also one below 0. */
export function decideNumber(matcher: Matcher): boolean | null {
  return agreed(samplesBetween(boundsOf(matcher)).map((number) => holdsFor(matcher, number, 'measure')))
}

function agreed(verdicts: readonly (boolean | null)[]): boolean | null {
  if (verdicts.every((verdict) => verdict === true)) return true
  return verdicts.every((verdict) => verdict === false) ? false : null
}

/** The bounds themselves, and a number on each side of each: no verdict changes anywhere else. */
function samplesBetween(bounds: readonly number[]): number[] {
  const sorted = [...new Set([0, 1, ...bounds])].sort((one, other) => one - other)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const between = sorted.slice(1).map((bound, index) => (bound + (sorted[index] ?? bound)) / 2)
  return [first - 1, ...sorted, ...between, last + 1, Math.max(1e9, last * 2)]
}

function boundsOf(matcher: Matcher): number[] {
  if (matcher.kind === 'compare') return typeof matcher.bound === 'number' ? [matcher.bound] : []
  if (matcher.kind === 'equals') return typeof matcher.value === 'number' ? [matcher.value] : []
  if (matcher.kind === 'not' || matcher.kind === 'folded') return boundsOf(matcher.of)
  return matcher.kind === 'all' || matcher.kind === 'any' || matcher.kind === 'none' ? matcher.of.flatMap(boundsOf) : []
}

function holdsFor(matcher: Matcher, number: number, subject: About): boolean | null {
  const inner = (of: Matcher): boolean | null => holdsFor(of, number, subject)
  const none = subject === 'messages' ? null : false
  const isThere = subject === 'count' || subject === 'grade'
  switch (matcher.kind) {
    case 'equals':
      if (typeof matcher.value === 'number') return matcher.value === number
      return matcher.counted === true || JSON.stringify(matcher.value).includes('{{') ? null : none
    case 'compare':
      return typeof matcher.bound === 'number' ? keeps(number, matcher.sign, matcher.bound) : null
    case 'present':
      return isThere ? matcher.wanted : null
    case 'empty':
      return isThere ? !matcher.wanted : null
    case 'type':
      return isThere ? matcher.type === 'number' || matcher.type === 'integer' : null
    case 'schema':
    case 'unjudgeable':
      return null
    default:
      return isCombination(matcher) ? together(matcher, inner) : none
  }
}

function holdsForText(matcher: Matcher): boolean | null {
  switch (matcher.kind) {
    case 'equals':
      return matcher.written === undefined && !JSON.stringify(matcher.value).includes('{{') ? false : null
    case 'compare':
    case 'fields':
    case 'items':
    case 'in any order':
    case 'each':
      return false
    case 'type':
      return matcher.type === 'text'
    case 'schema':
      return decideSchema(matcher.schema, true)
    default:
      return isCombination(matcher) ? together(matcher, holdsForText) : null
  }
}

function keeps(number: number, sign: '<' | '<=' | '>' | '>=', bound: number): boolean {
  return { '<': number < bound, '<=': number <= bound, '>': number > bound, '>=': number >= bound }[sign]
}
