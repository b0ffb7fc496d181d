import { alike, isHollow, readLikeness } from './likeness.ts'
import type { Matcher, Part } from './matcher.ts'
import { compares, measure, readJson, textOf, twofold, typesOf } from './measure.ts'
import { asNumber } from './nothing.ts'
import { anything, every, fails, holds, negate, neither, type Outcome, some, unjudged, when } from './outcome.ts'
import { isValid, literally, matchesPattern, readDate, readMoment } from './outside.ts'
import { at, isList, isMap, isSame, normal, type Plain, Written } from './plain.ts'
import { seenBy, soughtIn, soughtPattern } from './reader.ts'
import { fillText, fillValue, refersToNothing, type Variables } from './variables.ts'

/** The context in which a matcher is judged. */
export interface Sight {
  variables: Variables
  /** The time of the last entry. */
  now: number
  /** Differences between texts that are ignored, here and below. */
  ignored?: readonly string[]
  /** Allow no members or items other than the expected ones. */
  exact?: boolean
  /** Who reads the texts: people, or people some members of items; nobody else reads what a reader sees. */
  reader?: 'people' | 'items'
  /** Several texts of which one was made. */
  joined?: readonly string[]
  /** The text of a parsed output, which text conditions may refer to. */
  raw?: { value: Plain; text: string }
  /** Below `not` or `none`, where an empty value means nothing, not even for `equals`. */
  negated?: boolean
  /** Whether the condition is itself ruled out: under `never`, and under an odd number of `not` and `none`. */
  turned?: boolean
  /** Called for each operator with its outcome. */
  note?: (name: string, outcome: Outcome) => void
}

/** The outcome of a matcher for a value; undefined means that the member is absent. */
export function judge(matcher: Matcher, value: Plain | undefined, sight: Sight): Outcome {
  if (value === undefined) return judgeMissing(matcher, sight)
  if (matcher.kind === 'value') return judgeValue(matcher.value, matcher.text, value, sight)
  if (matcher.kind === 'compare') return when(compares(matcher.by, value, matcher.bound))
  if (matcher.kind === 'list') {
    if (!isList(value) || value.length > matcher.items.length) return fails
    const { turned, ...upright } = sight
    return every(
      matcher.items.map((item, index) =>
        index < value.length ? judge(item, value[index], sight) : judgeMissing(item, upright),
      ),
    )
  }
  if (matcher.kind === 'members') {
    if (!isMap(value)) return sight.turned === true && sight.exact !== true ? judge(matcher, {}, sight) : fails
    const memberNames = matcher.members.map(([path]) => path.split(/[.[]/)[0])
    const others = sight.exact === true && Object.keys(value).some((name) => !memberNames.includes(name))
    return every([
      when(!others),
      ...matcher.members.map(([path, each]) => judge(each, at(value, path), ofMember(path, sight))),
    ])
  }
  const below = { ...sight, ignored: [...(sight.ignored ?? []), ...matcher.ignored] }
  return every(
    matcher.parts.map((part) => {
      const outcome = judgeViews(part, value, below)
      sight.note?.(part.name, outcome)
      for (const each of matcher.ignored) sight.note?.(`ignore ${each}`, outcome)
      return outcome
    }),
  )
}

/** A search in an output may refer to it as a list, to its text, or to its text with escapes resolved. */
function judgeViews(part: Part, value: Plain, sight: Sight): Outcome {
  const partValue = looksAt(part.name, value, sight)
  const { raw } = sight
  if (raw === undefined || raw.value !== value || !searched.includes(part.name))
    return judgePart(part, partValue, sight)
  const views = [
    partValue,
    ...(isList(partValue) ? [raw.text] : []),
    ...(isList(value) || isMap(value) ? [withoutEscapes(raw.text)] : []),
  ]
  const single = (one: Partial<Part>): Outcome => some(views.map((view) => judgePart({ ...part, ...one }, view, sight)))
  if (part.name === 'contains' && isList(value)) return judgeListed(part, value, views.slice(1), sight)
  if (part.name === 'contains') return every(part.of.map((of) => single({ of: [of] })))
  return every((isList(part.given) ? part.given : [part.given]).map((plain) => single({ given: plain })))
}

/** A part that some item meets needs an item of its own; any other may be in the text. */
function judgeListed(part: Part, items: readonly Plain[], texts: readonly Plain[], sight: Sight): Outcome {
  const outcomes = part.of.map((of) => some(items.map((item) => judge(of, item, { ...open(sight), negated: true }))))
  if (outcomes.some((each) => each !== holds && each !== fails)) return anything
  const [own, others] = [holds, fails].map((outcome) => part.of.filter((_, index) => outcomes[index] === outcome))
  const inText = (others ?? []).map((of) => some(texts.map((text) => judgePart({ ...part, of: [of] }, text, sight))))
  return every([judgePart({ ...part, of: own ?? [] }, items, sight), ...inText])
}

/** Of an item people read some members. */
function ofMember(path: string, { reader, ...sight }: Sight): Sight {
  if (reader !== 'items') return reader === undefined ? sight : { ...sight, reader }
  return ['text', 'caption', 'filename'].includes(path) ? { ...sight, reader: 'people' } : sight
}

/** Whether a text is so to what is expected, as it was sent or, where that counts, as a reader sees it. */
function isSo(
  value: string,
  expected: string,
  sight: Sight,
  how: (text: string, wanted: string) => boolean,
  isWhole = false,
): boolean {
  if (how(folded(value, sight), folded(expected, sight))) return true
  const needle = isSeen(sight) ? soughtIn(expected) : null
  if (needle === null) return false
  return how(folded(seenBy(value, sight.joined), sight), folded(isWhole ? needle.trim() : needle, sight))
}

const isSeen = ({ reader, turned }: Sight): boolean => reader !== undefined || turned === true

const searched = ['contains', 'matches', 'starts with', 'ends with']

/** A JSON text with its escapes replaced by the characters they stand for. */
const withoutEscapes = (text: string): string =>
  text.replace(/\\(u[0-9a-f]{4}|.)/gi, (sequence) => String(JSON.parse(`"${sequence}"`)))

const ofText = ['matches', 'starts with', 'ends with', 'words', 'sentences', 'before', 'after', 'on']
const ofWords = ['language', 'similar to', 'reading level']

/** What a condition applies to: an output is parsed, but text conditions apply to its text. */
function looksAt(name: string, value: Plain, { raw }: Sight): Plain {
  if (raw === undefined || raw.value !== value) return value
  if (name === 'json') return raw.text
  const plain = typeof value === 'string' ? value : raw.text
  if (name === 'contains') return isList(value) ? value : plain
  if (name === 'length') return isList(value) || isMap(value) ? value : plain
  if (ofWords.includes(name)) return isList(value) || isMap(value) ? value : plain
  return ofText.includes(name) ? plain : value
}

/** The context below a negation. */
const turnRound = (sight: Sight): Sight => ({ ...sight, negated: true, turned: sight.turned !== true })

/**
 * Of an absent member only `present: false` holds, alone or as one of `any`. Where the condition is ruled
 * out, an absent member counts as different from any value.
 */
function judgeMissing(matcher: Matcher, sight: Sight): Outcome {
  if (sight.turned === true) return judgeUnlike(matcher, sight)
  if (matcher.kind !== 'operators' || matcher.parts.length !== 1) return fails
  const [{ name, given, of } = { name: '', given: null, of: [] }] = matcher.parts
  const outcome = name === 'present' ? when(given === false) : fails
  if (name === 'any' || name === 'one of') return some(of.map((each) => judgeMissing(each, sight)))
  if (name === 'all') return every(of.map((each) => judgeMissing(each, sight)))
  if (name === 'not') return when(of.every(isPresent))
  sight.note?.(name, outcome)
  return outcome
}

/** An absent member whose condition is itself ruled out: it is unlike any value, below further negations too. */
function judgeUnlike(matcher: Matcher, sight: Sight): Outcome {
  if (matcher.kind === 'members' && sight.exact !== true)
    return every(matcher.members.map(([, each]) => judgeUnlike(each, sight)))
  if (matcher.kind !== 'operators') return fails
  return every(
    matcher.parts.map(({ name, given, of }) => {
      const each = (how: Sight = sight): Outcome[] => of.map((nested) => judgeUnlike(nested, how))
      if (name === 'not' || name === 'none') return every(each(turnRound(open(sight))).map(negate))
      if (name === 'all' || name === 'fields') return every(each())
      if (name === 'any' || name === 'one of') return some(each())
      if (name === 'exactly') return every(each({ ...sight, exact: true }))
      return name === 'present' ? when(given === false) : fails
    }),
  )
}

/** Whether it is exactly `present: true`; negated, that means `present: false`. */
function isPresent(matcher: Matcher): boolean {
  const [only, second] = matcher.kind === 'operators' ? matcher.parts : []
  return only?.name === 'present' && only.given === true && second === undefined
}

function judgeValue(expected: Plain, text: boolean, value: Plain, sight: Sight): Outcome {
  if (sight.negated === true && refersToNothing(expected, sight.variables)) return unjudged
  const target = typeof expected === 'string' ? fillValue(expected, sight.variables) : expected
  if (sight.raw?.value === value && typeof target === 'string' && typeof value !== 'string')
    return when(isSo(sight.raw.text, target, sight, same, true))
  if (typeof value !== 'string' || (!text && typeof target !== 'string')) {
    const { reader: _, ...inJson } = sight
    return when(isSame(target, value, (needle, haystack) => isSo(haystack, needle, inJson, same, true)))
  }
  return when(isSo(value, textOf(target), sight, same, true))
}

const same = (text: string, needle: string): boolean => text === needle

function folded(text: string, { ignored = [] }: Sight): string {
  let even = normal(text)
  if (ignored.includes('width')) even = normal(even.replace(/[\uff01-\uff5e]/g, shrink).replaceAll('\u3000', ' '))
  if (ignored.includes('quotes')) even = even.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')
  if (ignored.includes('case')) even = even.toLowerCase()
  return ignored.includes('spaces') ? even.replace(/\s+/g, ' ').trim() : even
}

/** The ordinary character for a full-width one. */
const shrink = (wide: string): string => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0)

function judgePart(part: Part, value: Plain, sight: Sight): Outcome {
  const { name, given, of } = part
  const within = (matcher: Matcher, of: Plain = value, more: Sight = sight): Outcome => judge(matcher, of, more)
  const [first] = of
  switch (name) {
    case 'equals':
      return judgeValue(given, part.text, value, sight)
    case 'exactly':
      return first === undefined ? fails : judge(first, value, { ...sight, exact: true })
    case 'fields':
    case 'not':
      if (first === undefined) return fails
      return name === 'fields' ? within(first) : judgeNot(first, value, sight)
    case 'none':
      return every(of.flatMap(apart).map((each) => negate(within(each, value, turnRound(open(sight))))))
    case 'all':
      return every((sight.exact === true ? together(of) : of).map((each) => within(each)))
    case 'any':
    case 'one of':
      return some(of.map((each) => within(each)))
    case 'contains':
      if (isList(value)) return judgeApart(of, value, { ...open(sight), negated: true })
      return every(of.map((each) => judgePiece(each, value, open(sight))))
    case 'in any order':
      if (!isList(value)) return fails
      return every([when(value.length === of.length), judgeApart(of, value, sight)])
    case 'matches':
    case 'starts with':
    case 'ends with':
      return every((isList(given) ? given : [given]).map((each) => judgeText(name, each, value, sight)))
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
    case 'on':
      return judgeDate(name, given, value, sight)
    case 'each':
      if (!isList(value) || value.length === 0 || first === undefined) return fails
      return every(value.map((each) => within(first, each)))
    case 'json': {
      const readings = typeof value === 'string' && first !== undefined ? readJson(value) : []
      const { reader: _, ...inJson } = sight
      return some(readings.map((each) => (each === twofold ? neither : within(first as Matcher, each, inJson))))
    }
    case 'length':
    case 'words':
    case 'sentences': {
      const size = measure(name, value)
      return size === null || first === undefined ? fails : within(first, new Written(size, String(size)))
    }
    case 'language':
      if (isMap(value) && Object.hasOwn(value, 'language')) {
        const codes = isList(given) ? given : [given]
        return some(codes.map((code) => judgeValue(code, false, value.language ?? null, sight)))
      }
      // There is no second language detector, so the outcome for longer texts stays open.
      if (typeof value !== 'string') return fails
      return (value.match(/\p{L}/gu)?.length ?? 0) < 10 ? unjudged : anything
    case 'reading level':
      if (typeof value !== 'string') return fails
      return (measure('words', value) ?? 0) < 20 ? unjudged : anything
    case 'similar to':
      return judgeLikeness(given, value, sight)
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

/** The most similar of the texts counts. */
function judgeLikeness(plain: Plain, value: Plain, sight: Sight): Outcome {
  if (isHollow(plain, sight.variables)) return unjudged
  if (typeof value !== 'string') return fails
  const { texts, bound } = readLikeness(plain)
  const least = asNumber(typeof bound === 'string' ? fillValue(bound, sight.variables) : bound) ?? 1
  const targets = texts.map((each) => folded(fillText(textOf(each), sight.variables), sight))
  return when(targets.some((text) => alike(folded(value, sight), text) >= least))
}

/** Whether each matcher can have an item of its own; if that rests on a doubt, nobody can tell. */
function judgeApart(of: readonly Matcher[], items: readonly Plain[], sight: Sight): Outcome {
  return assign(
    of.map((each) => items.map((item) => judge(each, item, sight))),
    items.length,
  )
}

/** The same for outcomes of rows and columns. */
export function assign(table: readonly (readonly Outcome[])[], columns: number): Outcome {
  const places = Array.from({ length: columns }, (_, place) => place)
  const can = (allowed: Outcome, row = 0, usedPlaces: readonly number[] = []): boolean =>
    row === table.length ||
    places.some(
      (place) =>
        !usedPlaces.includes(place) &&
        ((table[row]?.[place] ?? fails) & allowed) > 0 &&
        can(allowed, row + 1, [...usedPlaces, place]),
    )
  if (table.flat().every((each) => each === holds || each === fails)) return when(can(holds))
  const sure = table.map((row) => row.map((each) => (each === holds ? holds : fails)))
  if (sure.every((row) => row.includes(holds)) && assign(sure, columns) === holds) return holds
  return can(holds | unjudged | neither) ? anything | neither : fails
}

/** A value is empty if it has no content, or is null. */
function judgeEmpty(value: Plain, isWanted: boolean): Outcome {
  return when((value === null || measure('length', value) === 0) === isWanted)
}

/** `exactly` does not apply to parts that are searched for or ruled out. */
const open = ({ exact, ...sight }: Sight): Sight => sight

/** Several mappings expected of one object are merged, so that the object may have the members of all. */
function together(of: readonly Matcher[]): Matcher[] {
  const members = of.flatMap((each) => (each.kind === 'members' ? each.members : []))
  const others = of.filter(({ kind }) => kind !== 'members')
  return members.length === 0 ? others : [{ kind: 'members', members }, ...others]
}

/** A negated list of parts or patterns rules out each of them, also as one of several negated conditions. */
function apart(matcher: Matcher): Matcher[] {
  const [part, ...others] = matcher.kind === 'operators' ? matcher.parts : []
  if (matcher.kind !== 'operators' || part === undefined || others.length > 0) return [matcher]
  const each = (one: Partial<Part>): Matcher => ({ ...matcher, parts: [{ ...part, ...one }] })
  if (part.name === 'contains') return part.of.map((of) => each({ of: [of] }))
  if (part.name === 'matches' && isList(part.given)) return part.given.map((plain) => each({ given: plain }))
  return [matcher]
}

function judgeNot(matcher: Matcher, value: Plain, sight: Sight): Outcome {
  const negated = turnRound(open(sight))
  return every(apart(matcher).map((each) => negate(judge(each, value, negated))))
}

function judgePiece(piece: Matcher, value: Plain, sight: Sight): Outcome {
  const literal = piece.kind === 'value' ? piece.value : null
  if (refersToNothing(literal, sight.variables)) return unjudged
  const [pattern] = piece.kind === 'operators' ? piece.parts : []
  if (pattern?.name === 'matches' && isMap(value))
    return some(Object.keys(value).map((name) => judgePart(pattern, name, sight)))
  if (pattern?.name === 'matches' && typeof value === 'string') return judgePart(pattern, value, sight)
  if (piece.kind !== 'value') return typeof value === 'string' || isMap(value) ? holds | fails : fails
  const target = typeof literal === 'string' ? fillValue(literal, sight.variables) : literal
  if (isMap(value)) return when(typeof target === 'string' && Object.hasOwn(value, target))
  if (typeof value !== 'string') return fails
  const isContained = isSo(value, textOf(target), sight, (text, needle) => text.includes(needle))
  return isContained && !piece.text && typeof target !== 'string' ? holds | fails : when(isContained)
}

function judgeText(name: string, plain: Plain, value: Plain, sight: Sight): Outcome {
  if (refersToNothing(plain, sight.variables)) return unjudged
  if (typeof value !== 'string') return fails
  if (name !== 'matches') {
    const end = fillText(textOf(plain), sight.variables)
    const isAt = (text: string, needle: string): boolean =>
      name === 'starts with' ? text.startsWith(needle) : text.endsWith(needle)
    return when(isSo(value, end, sight, isAt))
  }
  const pattern = fillText(String(plain), sight.variables, literally)
  const ignored = sight.ignored ?? []
  const cased = { ...sight, ignored: ignored.filter((each) => each !== 'case') }
  const isIn = (text: string, by: string): boolean => matchesPattern(folded(text, cased), by, ignored.includes('case'))
  return when(isIn(value, pattern) || (isSeen(sight) && isIn(seenBy(value, sight.joined), soughtPattern(pattern))))
}

function judgeNumber(by: string, bound: Matcher | undefined, value: Plain, sight: Sight): Outcome {
  const literal = bound?.kind === 'value' ? bound.value : null
  const target = typeof literal === 'string' ? fillValue(literal, sight.variables) : literal
  const number = asNumber(target ?? undefined)
  return number === null ? unjudged : when(compares(by, value, number))
}

/** Whether the bounds come from variables and are in the wrong order, so that nothing lies between them. */
function liesNothing(low: Matcher | undefined, high: Matcher | undefined, { variables }: Sight): boolean {
  const [from, to] = [low, high].map((bound) => {
    const literal = bound?.kind === 'value' ? bound.value : null
    return typeof literal === 'string' ? fillValue(literal, variables) : literal
  })
  return from instanceof Written && to instanceof Written && from.value > to.value
}

/** The day that a date names, as it is written. */
const dayWritten = (date: Plain): string | undefined => /^\d{4}-\d\d-\d\d/.exec(String(date))?.[0]

function judgeDate(by: string, plain: Plain, value: Plain, sight: Sight): Outcome {
  const dateText = typeof plain === 'string' ? fillValue(plain, sight.variables) : plain
  const bound = readMoment(dateText, sight.now)
  const moment = readDate(value)
  if (bound === null) return unjudged
  if (by === 'on')
    return when(
      moment !== null && dayWritten(value) === (dayWritten(dateText) ?? dayWritten(new Date(bound).toISOString())),
    )
  return when(moment !== null && (by === 'before' ? moment < bound : moment > bound))
}
