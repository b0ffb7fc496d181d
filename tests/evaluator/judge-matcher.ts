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
  if (matcher.kind === 'value') return judgeValue(matcher.value, matcher.text, value, sight)
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
      const outcome = judgePart(part, looksAt(part.name, value, sight), sight, flags)
      sight.note?.(part.name, outcome)
      if (flags.ignoreCase) sight.note?.('ignore case', outcome)
      if (flags.ignoreSpaces) sight.note?.('ignore spaces', outcome)
      return outcome
    }),
  )
}

const ofText = ['matches', 'starts with', 'ends with', 'words', 'sentences', 'before', 'after']

/** What a condition looks at: an output is parsed, while conditions of text hold for its text. */
function looksAt(name: string, value: Plain, { raw }: Sight): Plain {
  if (raw === undefined || raw.value !== value) return value
  if (name === 'json') return raw.text
  const plain = typeof value === 'string' ? value : raw.text
  if (name === 'contains') return isList(value) ? value : plain
  if (name === 'length') return isList(value) || isMap(value) ? value : plain
  return ofText.includes(name) ? plain : value
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
  if (sight.raw?.value === value && typeof target === 'string' && typeof value !== 'string')
    return when(folded(target, sight) === folded(sight.raw.text, sight))
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
      return every(of.flatMap(apart).map((each) => negate(within(each, value, turnRound(open(sight))))))
    case 'all':
      return every((sight.exact === true ? together(of) : of).map((each) => within(each)))
    case 'any':
    case 'one of':
      return some(of.map((each) => within(each)))
    case 'contains':
      return every(of.map((each) => judgePiece(each, value, open(sight), flags)))
    case 'matches':
    case 'starts with':
    case 'ends with':
      return every((isList(given) ? given : [given]).map((each) => judgeText(name, each, value, sight, flags)))
    case 'at least':
    case 'at most':
    case 'more than':
    case 'less than':
      return judgeNumber(name, first, value, sight)
    case 'between': {
      if (liesNothing(first, of[1], sight)) return unjudged
      return every([judgeNumber('at least', first, value, sight), judgeNumber('at most', of[1], value, sight)])
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

/** Empty is what has nothing in it, and null. */
function judgeEmpty(value: Plain, wanted: boolean): Outcome {
  return when((value === null || measure('length', value) === 0) === wanted)
}

/** What is looked for or ruled out is never closed. */
const open = ({ exact, ...sight }: Sight): Sight => sight

/** Several mappings that are expected of one object: it may have the members of them all. */
function together(of: readonly Matcher[]): Matcher[] {
  const members = of.flatMap((each) => (each.kind === 'members' ? each.members : []))
  const others = of.filter(({ kind }) => kind !== 'members')
  return members.length === 0 ? others : [{ kind: 'members', members }, ...others]
}

/** Below an operator the docs leave open whether options of its own take away those around it; where that matters, both may be. */
function nested(matcher: Matcher, value: Plain, sight: Sight, flags: Flags): Outcome {
  const { note, ...silent } = sight
  const outcome = judge(matcher, value, sight)
  return flags.ignoreCase || flags.ignoreSpaces ? outcome | judge(matcher, value, { ...silent, ...flags }) : outcome
}

/** Of a list of parts or patterns, none; also as one of several that are ruled out. */
function apart(matcher: Matcher): Matcher[] {
  const [part, ...others] = matcher.kind === 'operators' ? matcher.parts : []
  if (matcher.kind !== 'operators' || part === undefined || others.length > 0) return [matcher]
  const each = (one: Partial<Part>): Matcher => ({ ...matcher, parts: [{ ...part, ...one }] })
  if (part.name === 'contains') return part.of.map((of) => each({ of: [of] }))
  if (part.name === 'matches' && isList(part.given)) return part.given.map((given) => each({ given }))
  if (part.name !== 'any' && part.name !== 'one of') return [matcher]
  return part.of.flatMap(apart).map((of) => each({ of: [of] }))
}

function judgeNot(matcher: Matcher, value: Plain, sight: Sight, flags: Flags): Outcome {
  const negated = turnRound(open(sight))
  return every(apart(matcher).map((each) => negate(nested(each, value, negated, flags))))
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

/** Whether variables stand for a larger and a smaller number: nothing lies between these. */
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
