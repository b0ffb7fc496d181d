import { refuse, type Shape } from '../yaml/shape.ts'
import { counting } from './comparison.ts'
import { schemaOfTexts } from './json-schema.ts'
import type { Matcher } from './matcher.ts'

/**
 * What a condition applies to: a number of things that is always there; a number, or seconds, that may be
 * missing; a grade, which need not be whole; the number of messages, or their texts; or a text.
 */
type About = 'count' | 'measure' | 'seconds' | 'grade' | 'messages' | 'text'
type Quantity = Exclude<About, 'messages' | 'text'>

/**
 * A matcher for a number that is never negative. One that holds for every such number could never fail, and
 * one that holds for none could never fail under `not`; both are refused.
 */
export function quantity(kind: Quantity, matcher: Shape<Matcher>): Shape<Matcher> {
  const inner = counting(kind === 'seconds' ? 's' : 'things', matcher)
  return {
    read(node, reading) {
      const read = inner.read(node, reading)
      const outcome = read === undefined ? null : decide(read, kind)
      if (outcome === null) return read
      const [message, hint] = outcome
        ? ['every number that can be here is that, so it could never fail', 'write a limit, such as at least: 1']
        : ['no number that can be here is that', 'a count is 0 or more']
      return refuse(reading, 'wrong-value', node.at, message, hint)
    },
    schema: (definitions) => inner.schema(definitions),
  }
}

/**
 * Whether a matcher holds for every possible number or text here (true) or for none (false); null if that
 * depends on the value or is uncertain.
 */
export function decide(matcher: Matcher, subject: About): boolean | null {
  if (subject === 'text') return holdsForText(matcher)
  const verdicts = samples(boundsOf(matcher), subject !== 'seconds' && subject !== 'grade').map((number) =>
    holdsFor(matcher, number, subject),
  )
  if (verdicts.every((verdict) => verdict === true)) return true
  return verdicts.every((verdict) => verdict === false) ? false : null
}

/** Sample numbers on both sides of every bound; between them no verdict changes. */
function samples(bounds: readonly number[], whole: boolean): number[] {
  const near = bounds.flatMap((bound) => [bound - 1, bound - 0.5, bound, bound + 0.5, bound + 1])
  const all = [0, 1, 1e9, ...near.flatMap((number) => [Math.floor(number), number, Math.ceil(number)])]
  return all.filter((number) => number >= 0 && (!whole || Number.isInteger(number)))
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
      return isCombined(matcher) ? together(matcher, inner) : none
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
      return schemaOfTexts(matcher.schema)
    default:
      return isCombined(matcher) ? (sameMeasure(matcher) ?? together(matcher, holdsForText)) : null
  }
}

/**
 * Combines conditions on one measure of a text, such as its words, into one on that number: a text has every
 * measure.
 */
function sameMeasure(matcher: Combined): boolean | null {
  if (matcher.kind !== 'any' && matcher.kind !== 'all') return null
  const measures = ['length', 'words', 'sentences', 'reading level'] as const
  const verdict = matcher.kind === 'any'
  return measures.some((kind) => {
    const of = matcher.of.flatMap((each) => (each.kind === kind ? [each.of] : []))
    const about = kind === 'reading level' ? 'grade' : 'count'
    return of.length > 1 && decide({ kind: matcher.kind, of, at: matcher.at }, about) === verdict
  })
    ? verdict
    : null
}

type Combined = Matcher & { kind: 'not' | 'all' | 'any' | 'none' | 'folded' }

function isCombined(matcher: Matcher): matcher is Combined {
  return ['not', 'all', 'any', 'none', 'folded'].includes(matcher.kind)
}

function together(matcher: Combined, inner: (of: Matcher) => boolean | null): boolean | null {
  switch (matcher.kind) {
    case 'folded':
      return inner(matcher.of)
    case 'not':
      return opposite(inner(matcher.of))
    case 'all':
      return every(matcher.of.map(inner))
    case 'any':
      return opposite(every(matcher.of.map((of) => opposite(inner(of)))))
    case 'none':
      return every(matcher.of.map((of) => opposite(inner(of))))
  }
}

function keeps(number: number, sign: '<' | '<=' | '>' | '>=', bound: number): boolean {
  return { '<': number < bound, '<=': number <= bound, '>': number > bound, '>=': number >= bound }[sign]
}

function opposite(verdict: boolean | null): boolean | null {
  return verdict === null ? null : !verdict
}

function every(verdicts: readonly (boolean | null)[]): boolean | null {
  if (verdicts.includes(false)) return false
  return verdicts.includes(null) ? null : true
}
