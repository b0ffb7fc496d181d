import type { Matcher, Part } from './matcher.ts'
import { compares, measure, readJson, textOf, typesOf } from './measure.ts'
import { every, fails, holds, negate, type Outcome, some, unjudged, when } from './outcome.ts'
import { isValid, literally, matchesPattern, readDate, readMoment } from './outside.ts'
import { at, isList, isMap, isSame, normal, type Plain, Written } from './plain.ts'
import { fillText, fillValue, refersToNothing, type Variables } from './variables.ts'

/** What a matcher is judged with. */
export interface Sight {
  variables: Variables
  /** The time of the last entry. */
  now: number
  ignoreCase?: boolean
  ignoreSpaces?: boolean
  /** No other members or items than the expected ones. */
  exact?: boolean
  /** The text of an output that was parsed, which conditions of text may mean. */
  raw?: { value: Plain; text: string }
  /** Below `not` or `none`, where an empty value says nothing even about what equals it. */
  negated?: boolean
  /** Where what is judged is itself ruled out: under `never`, and under an odd number of `not` and `none`. */
  turned?: boolean
  /** Told of each operator and what came of it. */
  note?: (name: string, outcome: Outcome) => void
}

/** The outcome of a matcher for a value; undefined is a member that is not there. */
export function judge(matcher: Matcher, value: Plain | undefined, sight: Sight): Outcome {
  if (value === undefined) return judgeMissing(matcher, sight)
  if (matcher.kind === 'value')
    return eitherWay(value, sight, (of, how) => judgeValue(matcher.value, matcher.text, of, how))
  if (matcher.kind === 'compare') return when(compares(matcher.by, value, matcher.bound))
  if (matcher.kind === 'list') {
    if (!isList(value) || value.length !== matcher.items.length) return fails
    return every(matcher.items.map((item, index) => judge(item, value[index], sight)))
  }
  if (matcher.kind === 'members') {
    if (!isMap(value)) return fails
    const known = matcher.members.map(([path]) => path.split(/[.[]/)[0])
    const others = sight.exact === true && Object.keys(value).some((name) => !known.includes(name))
    return every([when(!others), ...matcher.members.map(([path, each]) => judge(each, at(value, path), sight))])
  }
  const flags = { ignoreCase: matcher.ignoreCase, ignoreSpaces: matcher.ignoreSpaces }
  return every(
    matcher.parts.map((part) => {
      const judged = (of: Plain, how: Sight): Outcome => judgePart(part, of, how, flags)
      const outcome = textual.includes(part.name) ? eitherWay(value, sight, judged) : judged(value, sight)
      sight.note?.(part.name, outcome)
      if (flags.ignoreCase) sight.note?.('ignore case', outcome)
      if (flags.ignoreSpaces) sight.note?.('ignore spaces', outcome)
      return outcome
    }),
  )
}

const textual = [
  ...[
    'equals',
    'contains',
    'matches',
    'starts with',
    'ends with',
    'length',
    'words',
    'sentences',
    'type',
    'empty',
    'json',
  ],
]

/** What is judged of a parsed output and of its text; where these differ, both may be meant. */
function eitherWay(value: Plain, sight: Sight, judged: (value: Plain, sight: Sight) => Outcome): Outcome {
  const { raw, note, ...rest } = sight
  const outcome = judged(value, sight)
  return raw !== undefined && raw.value === value ? outcome | judged(raw.text, rest) : outcome
}

/** The same for what must not be. */
const turnRound = (sight: Sight): Sight => ({ ...sight, negated: true, turned: sight.turned !== true })

/** Only `present: false` expects nothing, alone or as one of `any`. Where the condition is ruled out, what is missing is something else than any value. */
function judgeMissing(matcher: Matcher, sight: Sight): Outcome {
  if (sight.turned === true && matcher.kind === 'operators')
    return every(
      matcher.parts.map(({ name, given, of }) => {
        const each = (how: Sight): Outcome[] => of.map((nested) => judge(nested, undefined, how))
        if (name === 'not' || name === 'none') return every(each(turnRound(sight)).map(negate))
        if (name === 'all' || name === 'fields') return name === 'all' ? every(each(sight)) : fails
        if (name === 'any' || name === 'one of') return some(each(sight))
        return name === 'present' ? when(given === false) : fails
      }),
    )
  if (matcher.kind !== 'operators' || matcher.parts.length !== 1) return fails
  const [{ name, given, of } = { name: '', given: null, of: [] }] = matcher.parts
  const outcome = name === 'present' ? when(given === false) : fails
  if (name === 'any' || name === 'one of') return some(of.map((each) => judgeMissing(each, sight)))
  sight.note?.(name, outcome)
  return outcome
}

function judgeValue(expected: Plain, text: boolean, value: Plain, sight: Sight): Outcome {
  if (sight.negated === true && refersToNothing(expected, sight.variables)) return unjudged
  const target = typeof expected === 'string' ? fillValue(expected, sight.variables) : expected
  if (typeof value !== 'string' || (!text && typeof target !== 'string')) return when(isSame(target, value))
  return when(folded(textOf(target), sight) === folded(value, sight))
}

function folded(text: string, { ignoreCase, ignoreSpaces }: Sight): string {
  const cased = ignoreCase === true ? normal(text).toLowerCase() : normal(text)
  return ignoreSpaces === true ? cased.replace(/\s+/g, ' ') : cased
}

type Flags = Pick<Sight, 'ignoreCase' | 'ignoreSpaces'>

function judgePart(part: Part, value: Plain, sight: Sight, flags: Flags): Outcome {
  const { name, given, of } = part
  const within = (matcher: Matcher, of: Plain = value, more: Sight = sight): Outcome => nested(matcher, of, more, flags)
  const [first] = of
  switch (name) {
    case 'equals':
      return judgeValue(given, part.text, value, { ...sight, ...flags })
    case 'exactly':
      return first === undefined ? fails : judge(first, value, { ...sight, exact: true })
    case 'fields':
    case 'not':
      if (first === undefined) return fails
      return name === 'fields' ? within(first) : judgeNot(first, value, sight, flags)
    case 'none':
      return every(of.map((each) => negate(within(each, value, turnRound(sight)))))
    case 'all':
      return every(of.map((each) => within(each)))
    case 'any':
    case 'one of':
      return some(of.map((each) => within(each)))
    case 'contains':
      return manyParts(
        of.map((each) => judgePiece(each, value, sight, flags)),
        sight,
      )
    case 'matches':
    case 'starts with':
    case 'ends with':
      return manyParts(
        (isList(given) ? given : [given]).map((each) => judgeText(name, each, value, sight, flags)),
        sight,
      )
    case 'at least':
    case 'at most':
    case 'more than':
    case 'less than':
      return judgeNumber(name, first, value, sight)
    case 'between': {
      const within = every([judgeNumber('at least', first, value, sight), judgeNumber('at most', of[1], value, sight)])
      return liesNothing(first, of[1], sight) ? within | unjudged : within
    }
    case 'before':
    case 'after':
      return judgeDate(name, given, value, sight)
    case 'each':
      if (!isList(value) || value.length === 0 || first === undefined) return fails
      return every(value.map((each) => within(first, each)))
    case 'json': {
      const read = typeof value === 'string' ? readJson(value) : undefined
      return read === undefined || first === undefined ? fails : within(first, read)
    }
    case 'length':
    case 'words':
    case 'sentences': {
      const size = measure(name, value)
      return size === null || first === undefined ? fails : within(first, new Written(size, String(size)))
    }
    case 'schema':
      return when(isValid(value, given))
    case 'type':
      return when(typesOf(value).includes(String(given)))
    case 'present':
      return when(given === true)
    case 'empty':
      return judgeEmpty(value, given === true)
  }
  throw new Error(`no rule for ${name}`)
}

/** Each of the parts; deep under a negation the docs do not say whether one of them is enough to break it. */
const manyParts = (outcomes: readonly Outcome[], { negated }: Sight): Outcome =>
  every(outcomes) | (negated === true ? some(outcomes) : 0)

/** A number, a boolean and null have nothing to be empty of, and the docs do not say what holds for them. */
function judgeEmpty(value: Plain, wanted: boolean): Outcome {
  const size = measure('length', value)
  return size === null ? holds | fails : when((size === 0) === wanted)
}

/** Below an operator the docs leave open whether `exactly` and `ignore case` still hold; where that matters, both may be. */
function nested(matcher: Matcher, value: Plain, sight: Sight, flags: Flags): Outcome {
  const { exact, note, ...silent } = sight
  const outcome = judge(matcher, value, sight)
  const loose = exact === true ? judge(matcher, value, silent) : 0
  const flagged = flags.ignoreCase || flags.ignoreSpaces ? judge(matcher, value, { ...silent, ...flags }) : 0
  return outcome | loose | flagged
}

/** Of a list of parts or patterns, none. */
function judgeNot(matcher: Matcher, value: Plain, sight: Sight, flags: Flags): Outcome {
  const negated = turnRound(sight)
  const [part, ...others] = matcher.kind === 'operators' ? matcher.parts : []
  if (matcher.kind !== 'operators' || part === undefined || others.length > 0 || !isList(part.given))
    return negate(nested(matcher, value, negated, flags))
  const inner = { ignoreCase: matcher.ignoreCase, ignoreSpaces: matcher.ignoreSpaces }
  const { given, of } = part
  if (part.name === 'contains')
    return eitherWay(value, negated, (text, how) => every(of.map((each) => negate(judgePiece(each, text, how, inner)))))
  if (part.name === 'matches')
    return eitherWay(value, negated, (text, how) =>
      every(given.map((each) => negate(judgeText('matches', each, text, how, inner)))),
    )
  return negate(nested(matcher, value, negated, flags))
}

function judgePiece(piece: Matcher, value: Plain, sight: Sight, flags: Flags): Outcome {
  const written = piece.kind === 'value' ? piece.value : null
  if (refersToNothing(written, sight.variables)) return unjudged
  if (isList(value)) return some(value.map((item) => nested(piece, item, { ...sight, negated: true }, flags)))
  if (piece.kind !== 'value') return typeof value === 'string' || isMap(value) ? holds | fails : fails
  const target = typeof written === 'string' ? fillValue(written, sight.variables) : written
  if (isMap(value)) return when(typeof target === 'string' && Object.hasOwn(value, target))
  if (typeof value !== 'string') return fails
  const compared = { ...sight, ...flags }
  const found = folded(value, compared).includes(folded(textOf(target), compared))
  return found && !piece.text && typeof target !== 'string' ? holds | fails : when(found)
}

function judgeText(name: string, given: Plain, value: Plain, sight: Sight, flags: Flags): Outcome {
  if (refersToNothing(given, sight.variables)) return unjudged
  if (typeof value !== 'string') return fails
  const compared = { ...sight, ...flags }
  if (name !== 'matches') {
    const end = folded(fillText(textOf(given), sight.variables), compared)
    const text = folded(value, compared)
    return when(name === 'starts with' ? text.startsWith(end) : text.endsWith(end))
  }
  const pattern = fillText(String(given), sight.variables, literally)
  const text = flags.ignoreSpaces === true ? normal(value).replace(/\s+/g, ' ') : normal(value)
  return when(matchesPattern(text, pattern, flags.ignoreCase === true))
}

function judgeNumber(by: string, bound: Matcher | undefined, value: Plain, sight: Sight): Outcome {
  const written = bound?.kind === 'value' ? bound.value : null
  const target = typeof written === 'string' ? fillValue(written, sight.variables) : written
  return target instanceof Written ? when(compares(by, value, target.value)) : unjudged
}

/** Whether variables stand for a larger and a smaller number; the docs do not say what lies between these. */
function liesNothing(low: Matcher | undefined, high: Matcher | undefined, { variables }: Sight): boolean {
  const [from, to] = [low, high].map((bound) => {
    const written = bound?.kind === 'value' ? bound.value : null
    return typeof written === 'string' ? fillValue(written, variables) : written
  })
  return from instanceof Written && to instanceof Written && from.value > to.value
}

function judgeDate(by: string, given: Plain, value: Plain, sight: Sight): Outcome {
  const bound = readMoment(typeof given === 'string' ? fillValue(given, sight.variables) : given, sight.now)
  const moment = readDate(value)
  if (bound === null) return unjudged
  return when(moment !== null && (by === 'before' ? moment < bound : moment > bound))
}
