import type { JsonValue } from '../../../base/json/json.ts'
import { list, oneOrMore } from '../../yaml/collections.ts'
import { literal, literalObject } from '../../yaml/literal.ts'
import type { MapNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { flag, text, withPlace, word } from '../../yaml/scalar.ts'
import { type Reading, refuse, type Shape } from '../../yaml/shape.ts'
import { bound, boundPair, comparison, counting, instant } from './comparison.ts'
import { refuseOpposites } from './complement.ts'
import { decideSchema, remarks } from './decide-schema.ts'
import { aloneIn } from './fill-text.ts'
import { compileSchema } from './json-schema.ts'
import { ignoredDifferences, type JsonType, type Matcher, textOptions } from './matcher.ts'
import { closedMatcher, kindsIn, ofItems, openFields, partOf } from './matcher-fields.ts'
import type { MatcherOperator } from './operator.ts'
import { pattern, patternOfReply } from './pattern.ts'
import { decide, quantity } from './quantity.ts'
import { languages, likeness } from './text-measures.ts'
import { withoutPatterns } from './text-or-pattern.ts'

/** Refuses what no text or every text satisfies. Below a measure it applies to the number instead. */
function ofTexts({ make, ...rest }: MatcherOperator): MatcherOperator {
  return {
    ...rest,
    make: (value, at, reading) => {
      const matcher = make(value, at, reading)
      const outcome = matcher === undefined || reading.counts !== undefined ? null : decide(matcher, 'text')
      if (outcome === null) return matcher
      const [message, hint] = outcome
        ? ['every text is that, so it could never fail', 'write present: true for any text']
        : [
            'this is about text, and no text can be that',
            'write a condition on a text, such as contains, words or json',
          ]
      return refuse(reading, 'wrong-value', at, message, hint)
    },
  }
}

function operator<T>(doc: string, value: Shape<T>, make: MatcherOperator<T>['make']): MatcherOperator {
  return { doc, value, make } as unknown as MatcherOperator
}

/** `matcher` reads nested ones in the same position, `json` those that apply to JSON. */
export function matcherOperators(matcher: Shape<Matcher>, json: Shape<Matcher>): Record<string, MatcherOperator> {
  const position = matcher === json ? 'json' : 'text'
  const isCondition = (key: string): boolean => Object.hasOwn(operators, key) && !textOptions.includes(key)
  const compare = (sign: '<' | '<=' | '>' | '>=', doc: string) =>
    operator(doc, bound, (than, at) => comparison(sign, than, at))
  const group = (kind: 'all' | 'any', doc: string) =>
    operator(doc, list('matchers', matcher, 1), (of, at, reading) =>
      refuseOpposites(kind, of, at, reading, kindsIn(position, reading)) ? undefined : { kind, of, at },
    )
  const measure = (kind: 'length' | 'words' | 'sentences', doc: string) =>
    operator(doc, quantity(position === 'text' ? 'count' : 'measure', matcher), (of, at) => ({ kind, of, at }))
  const date = (sign: 'before' | 'after' | 'on') =>
    operator(`A date ${sign} this one: ISO 8601, now + 36 h, or today + 3 d.`, instant, (bound, at) => ({
      kind: 'date',
      sign,
      bound,
      at,
    }))
  const operators: Record<string, MatcherOperator> = {
    equals: operator(
      'Exactly this value, taken literally.',
      withoutPatterns(literal, 'anywhere'),
      (value, at, reading) => {
        if (refuseNoText(value, at, reading)) return undefined
        const hasWrittenForm = typeof value === 'string' && !(matcher === json && aloneIn(value) !== undefined)
        return { kind: 'equals', value, ...(hasWrittenForm ? { written: value } : {}), at }
      },
    ),
    exactly: operator(
      'These members or items and no others; the values may be matchers.',
      closedMatcher(matcher, () => operators, 'write the condition without exactly'),
      (of) => of,
    ),
    fields: operator(
      'Members of an object whose names are also words of the language.',
      openFields(matcher),
      (of) => of,
    ),
    contains: operator(
      'Text that holds each of these, or a list that has an item of its own for each.',
      oneOrMore('parts', ofItems(partOf(matcher, position))),
      (parts, at) => ({ kind: 'contains', parts, at }),
    ),
    matches: operator(
      'Text that matches each of these patterns: /order \\d+/i.',
      oneOrMore('patterns', withPlace(position === 'text' ? patternOfReply : pattern)),
      (patterns, at) => ({
        kind: 'matches',
        patterns: patterns.map((each) => ({ pattern: each.value, at: each.at })),
        at,
      }),
    ),
    'starts with': operator('Text that begins with this.', withoutPatterns(text, 'start'), (start, at) => ({
      kind: 'starts with',
      text: start,
      at,
    })),
    'ends with': operator('Text that ends with this.', withoutPatterns(text, 'end'), (end, at) => ({
      kind: 'ends with',
      text: end,
      at,
    })),
    'one of': group('any', 'At least one of these matches.'),
    any: group('any', 'At least one of these matches.'),
    all: group('all', 'Every one of these matches.'),
    none: operator('None of these matches.', list('matchers', matcher, 1), (of, at, reading) =>
      refuseOpposites('none', of, at, reading, kindsIn(position, reading)) ? undefined : noneOf(of, at),
    ),
    not: operator('This does not match.', negated(matcher, isCondition), negate),
    'at least': compare('>=', 'A number of this or more.'),
    'at most': compare('<=', 'A number of this or less.'),
    'more than': compare('>', 'A number above this.'),
    'less than': compare('<', 'A number below this.'),
    between: operator('A number from the first to the second, both included.', boundPair, ([from, to], at) => ({
      kind: 'all',
      of: [comparison('>=', from, at), comparison('<=', to, at)],
      at,
    })),
    before: date('before'),
    after: date('after'),
    on: date('on'),
    length: measure('length', 'The number of characters, items or members.'),
    words: measure('words', 'The number of words, in any language.'),
    sentences: measure('sentences', 'The number of sentences, in any language.'),
    'reading level': operator(
      'The Flesch-Kincaid grade of an English text: { at most: 8 }. Too short a text is not judged.',
      quantity('grade', matcher),
      (of, at) => ({ kind: 'reading level', of, at }),
    ),
    language: operator(
      'The language a text is written in, by its ISO 639-1 code, or one of several. What cannot be told is not judged.',
      languages,
      (codes, at) => ({ kind: 'language', codes, at }),
    ),
    'similar to': operator(
      'Text that is much like this one, or like one of several: { text, at least: 0.8 }.',
      withoutPatterns(likeness, 'anywhere'),
      ({ texts, bound }, at) => ({ kind: 'similar to', texts, bound, at }),
    ),
    each: operator('Every item of a list matches, and there is one.', ofItems(matcher), (of, at) => ({
      kind: 'each',
      of,
      at,
    })),
    'in any order': operator(
      'A list of exactly these items, whatever their order.',
      list('items', ofItems(matcher)),
      (items, at) => ({ kind: 'in any order', items, at }),
    ),
    type: operator('The JSON kind of the value.', jsonType, (type, at) => ({ kind: 'type', type, at })),
    present: operator('Whether the member is there at all.', flag, (isPresent, at) => ({
      kind: 'present',
      wanted: isPresent,
      at,
    })),
    empty: operator('Whether text, list or object is empty.', flag, (isEmpty, at) => ({
      kind: 'empty',
      wanted: isEmpty,
      at,
    })),
    schema: operator(
      'Valid under this JSON Schema (2020-12).',
      withoutPatterns(literalObject, 'anywhere', remarks),
      (schema, at, reading) => {
        const outcome = decideSchema(schema, false)
        if (outcome !== null) {
          const message = outcome ? 'every value is valid under this schema' : 'no value is valid under this schema'
          return refuse(reading, 'bad-schema', at, message, 'say what is expected, such as type: object')
        }
        const compiled = compileSchema(schema)
        return compiled.ok
          ? { kind: 'schema', schema, at }
          : refuse(reading, 'bad-schema', at, `the JSON Schema cannot be used: ${compiled.reason}`, compiled.hint)
      },
    ),
    json: operator(
      'Text that is JSON, or shows it in a fenced block: its value matches.',
      counting(undefined, json),
      (of, at) => ({
        kind: 'json',
        of,
        at,
      }),
    ),
    ignore: operator('Differences in which the texts beside and below it may differ.', ignoredDifferences, modifier),
    'ignore case': operator('Compare the text beside and below it without regard to case.', flag, modifier),
    'ignore spaces': operator(
      'Compare the text beside and below it with runs of white space as one space.',
      flag,
      modifier,
    ),
  }
  if (position === 'json') return operators
  for (const [key, each] of Object.entries(operators)) operators[key] = ofTexts(each)
  return operators
}

/** Options are removed before operators are made; this runs for an option on its own, which expects nothing. */
function modifier(_: unknown, at: Place, reading: Reading): undefined {
  const message = 'this option alone expects nothing'
  const hint = 'write contains, matches or another text condition beside it; a member of this name goes under fields'
  return refuse(reading, 'wrong-value', at, message, hint)
}

const types = ['text', 'number', 'integer', 'boolean', 'object', 'list', 'null'] as const

const elsewhere: Readonly<Record<string, JsonType>> = {
  string: 'text',
  str: 'text',
  array: 'list',
  bool: 'boolean',
  int: 'integer',
  float: 'number',
  map: 'object',
  dict: 'object',
}

/** A JSON type. Any other word may be meant as a member called `type`, as in content items. */
const jsonType: Shape<JsonType> = {
  read(node, reading) {
    const typeShape = word(types)
    if (node.kind !== 'scalar' || node.value === null || types.some((each) => each === node.source))
      return typeShape.read(node, reading)
    const suggestion = Object.hasOwn(elsewhere, node.source) ? elsewhere[node.source] : undefined
    const hint =
      suggestion === undefined
        ? `write one of ${types.join(', ')}; a member that is called type goes under fields: { type: ${node.source} }`
        : `write ${suggestion}`
    return refuse(reading, 'wrong-value', node.at, `"${node.source}" is no kind of JSON value`, hint)
  },
  schema: (definitions) => word(types).schema(definitions),
}

/** Several operators could mean "not both" or "neither"; `isCondition` distinguishes operators from options. */
function negated(matcher: Shape<Matcher>, isCondition: (key: string) => boolean): Shape<Matcher> {
  return {
    read(node, reading) {
      if (node.kind === 'map') {
        const conditions = node.entries.filter(({ key }) => isCondition(key))
        const [, second] = conditions
        if (second !== undefined && conditions.length === countConditions(node)) {
          const message = 'several operators under one not could mean "not both" as well as "neither"'
          const hint = `write none: [${conditions.map(({ key }) => `{ ${key}: … }`).join(', ')}] for neither, not: { all: [ … ] } for not both`
          return refuse(reading, 'mixed-matcher', second.keyAt, message, hint)
        }
      }
      return matcher.read(node, reading)
    },
    schema: (definitions) => matcher.schema(definitions),
  }
}

function countConditions({ entries }: MapNode): number {
  return entries.filter(({ key }) => !textOptions.includes(key)).length
}

/** Negates a matcher. With a list of parts or patterns it means none of them, as readers expect. */
function negate(of: Matcher, at: Place): Matcher {
  if (of.kind === 'folded') return { ...of, of: negate(of.of, at) }
  const apart = takeApart(of)
  return apart.length > 1 ? { kind: 'none', of: apart, at } : { kind: 'not', of, at }
}

/** None of some matchers; one with a list of parts or patterns directly in it stands for each of them. */
const noneOf = (of: readonly Matcher[], at: Place): Matcher => ({ kind: 'none', of: of.flatMap(takeApart), at })

function takeApart(matcher: Matcher): Matcher[] {
  if (matcher.kind === 'contains') return matcher.parts.map((part) => ({ ...matcher, parts: [part], at: part.at }))
  if (matcher.kind === 'matches' && matcher.patterns.length > 1)
    return matcher.patterns.map((each) => ({ ...matcher, patterns: [each], at: { ...each.at } }))
  if (matcher.kind === 'any') return matcher.of
  if (matcher.kind === 'folded') return takeApart(matcher.of).map((of) => ({ ...matcher, of }))
  return [matcher]
}

/** A number or boolean never equals a text, and forbidding it would always hold. Returns true if it was refused. */
function refuseNoText(value: JsonValue, at: Place, reading: Reading): boolean {
  const single = reading.texts === 'scalars' ? [value] : reading.texts === 'items' && Array.isArray(value) ? value : []
  const odd = single.find((each) => typeof each === 'number' || typeof each === 'boolean')
  if (odd === undefined) return false
  refuse(reading, 'wrong-value', at, `there are texts here, and ${odd} is none`, `write "${odd}" in quotes`)
  return true
}
