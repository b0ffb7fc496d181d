import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { mendOddSpaces } from '../../../base/text/characters.ts'
import { askMeant, didYouMean, oppositeOf } from '../../../base/text/suggest.ts'
import type { MapEntry, MapNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { hintsBehindComma } from '../../yaml/record.ts'
import { type Reading, refuse, refuseType, type Shape, withName } from '../../yaml/shape.ts'
import { refuseOpposites } from './complement.ts'
import { isMeantAsDate } from './date.ts'
import { type Matcher, readIgnored, textOptions } from './matcher.ts'
import { equalsScalar, fieldsMatcher, itemsMatcher, kindsIn, type MatcherPosition } from './matcher-fields.ts'
import { matcherOperators } from './matcher-operator.ts'
import { meantOperator } from './operator.ts'
import { looksLikePattern } from './text-or-pattern.ts'

/** A hint for a list in place of a text matcher: a text is never a list, so it could never match. */
const listHint = 'write { one of: […] } for any of these, { contains: […] } for parts that are all in it'

/** A matcher for text: a reply, a name, an error code. */
export const textMatcher: Shape<Matcher> = withName('text matcher', () => matcherIn('text', textMatcher))

/** A matcher for JSON: arguments, outputs, payloads. */
export const jsonMatcher: Shape<Matcher> = withName('matcher', () => matcherIn('json', jsonMatcher))

/** The operators of JSON matchers, except `language` and `on`, which are common member names. */
export function jsonOperators(): Operators {
  if (operatorsOfJson === undefined) {
    const { [mayBeMember]: _, on: __, ...operators } = matcherOperators(jsonMatcher, jsonMatcher)
    operatorsOfJson = operators
  }
  return operatorsOfJson
}

/** The operator that counts as a member name when it stands next to other members, or among arguments. */
const mayBeMember = 'language'

let operatorsOfJson: Operators | undefined

function matcherIn(position: MatcherPosition, self: Shape<Matcher>): Shape<Matcher> {
  const operators = matcherOperators(self, jsonMatcher)
  return {
    read(node, reading) {
      if (reading.texts === 'whole') {
        const { texts, ...rest } = reading
        return textMatcher.read(node, rest)
      }
      if (node.kind === 'scalar') return equalsScalar(node, position, reading)
      if (node.kind === 'list')
        return position === 'json'
          ? itemsMatcher(node, self, reading)
          : refuseType(reading, node, 'text or a matcher', listHint)
      const operatorEntries = node.entries.filter(
        (entry) => Object.hasOwn(operators, entry.key) && !isSwitch(entry, position),
      )
      if (operatorEntries.length === node.entries.length && operatorEntries.length > 0)
        return readOperators(node, operators, reading, position)
      const others = operatorEntries.filter(({ key }) => key !== mayBeMember)
      if (position === 'json' && operatorEntries.length > 0 && others.length === 0)
        return fieldsMatcher(node, self, reading, false)
      if (operatorEntries.length === 0 && position === 'json') {
        const [only, second] = node.entries
        const suggestion =
          only === undefined || second !== undefined || only.key === 'on'
            ? undefined
            : meantOperator(only.key, Object.keys(operators))
        if (only === undefined || suggestion === undefined) return fieldsMatcher(node, self, reading, false)
        const opposite = oppositeOf(only.key, Object.keys(operators))
        const mend =
          mendOddSpaces(only.key, Object.keys(operators)) ??
          (opposite === undefined ? askMeant(`"${suggestion}"`) : `write not: { ${opposite}: … }`)
        const hint = `${mend.replace(/[^?]$/, '$&.')} A member of this name goes under fields: { ${only.key}: … }`
        const message = `"${only.key}" is nearly an operator, and no operator`
        return refuse(reading, 'mixed-matcher', only.keyAt, message, hint)
      }
      return refuseMixture(node, operators, position, reading)
    },
    schema(definitions) {
      const properties: JsonObject = {}
      for (const [key, { value, doc }] of Object.entries(operators))
        properties[key] = { ...value.schema(definitions), description: doc }
      const others = position === 'json' ? self.schema(definitions) : false
      return {
        anyOf: [
          { type: ['string', 'number', 'boolean', 'null'] },
          ...(position === 'json' ? [{ type: 'array', items: self.schema(definitions) }] : []),
          { type: 'object', properties, additionalProperties: others },
        ],
      }
    },
  }
}

/** Whether `on` is a member's name: in JSON it is, unless it is followed by a date. */
function isSwitch({ key, value }: MapEntry, position: MatcherPosition): boolean {
  if (key !== 'on' || position === 'text') return false
  return value.kind !== 'scalar' || !(value.source.includes('{{') || isMeantAsDate(value.source))
}

type Operators = ReturnType<typeof matcherOperators>

/** All of them must hold; `ignore` applies to the others and to everything below them. */
export function readOperators(
  node: MapNode,
  operators: Operators,
  reading: Reading,
  position: MatcherPosition,
): Matcher | undefined {
  const [only, second] = node.entries
  if (only !== undefined && second === undefined && !isOption(only.key)) return readOperator(only, operators, reading)
  const before = reading.problems.length
  const conditions = node.entries.filter(({ key }) => !isOption(key))
  if (conditions.length === 0)
    return only === undefined ? undefined : operators[only.key]?.make(undefined, only.keyAt, reading)
  const ignored = readIgnored(node.entries, reading)
  const read = conditions.flatMap((entry) => readOperator(entry, operators, reading) ?? [])
  const first = read[0]
  if (reading.problems.length > before || first === undefined) return undefined
  if (ignored.includes('spaces') && read.some((each) => refuseBlank(each, reading))) return undefined
  const all: Matcher = read.length === 1 ? first : { kind: 'all', of: read, at: node.at }
  const together: Matcher = ignored.length > 0 ? { kind: 'folded', ignored, of: all, at: node.at } : all
  return refuseOpposites('all', [together], node.at, reading, kindsIn(position, reading)) ? undefined : together
}

/** Where spaces are ignored every text contains, begins and ends with nothing. True if it was refused. */
function refuseBlank(matcher: Matcher, reading: Reading): boolean {
  const inner = (of: Matcher): boolean => refuseBlank(of, reading)
  const blank = (text: string, at: Place): boolean => {
    if (text.trim() !== '') return false
    const message = 'without its spaces nothing is left of this text, so it could never fail'
    refuse(reading, 'wrong-value', at, message, 'write what else the text has, or take out ignore: spaces')
    return true
  }
  switch (matcher.kind) {
    case 'contains':
      return matcher.parts.some((part) =>
        part.kind === 'equals' ? part.written !== undefined && blank(part.written, part.at) : inner(part),
      )
    case 'starts with':
    case 'ends with':
      return blank(matcher.text, matcher.at)
    case 'fields':
      return matcher.fields.some((field) => inner(field.matcher))
    case 'items':
    case 'in any order':
      return matcher.items.some(inner)
    case 'all':
    case 'any':
    case 'none':
      return matcher.of.some(inner)
    case 'not':
    case 'folded':
    case 'each':
    case 'json':
      return inner(matcher.of)
    default:
      return false
  }
}

function readOperator({ key, keyAt, value }: MapEntry, operators: Operators, reading: Reading): Matcher | undefined {
  const operator = operators[key]
  const inner = operator?.value.read(value, reading)
  return inner === undefined ? undefined : operator?.make(inner, keyAt, reading)
}

const isOption = (key: string): boolean => textOptions.includes(key)

function refuseMixture(node: MapNode, operators: object, position: MatcherPosition, reading: Reading): undefined {
  const operatorNames = Object.keys(operators)
  const odd = node.entries.find(({ key }) => !operatorNames.includes(key))
  if (odd === undefined) {
    const message = 'an empty mapping expects nothing'
    return refuse(reading, 'wrong-value', node.at, message, 'write a matcher, for example { contains: text }')
  }
  const far =
    position === 'text'
      ? 'write contains, matches, starts with, one of, all, none, not or another operator'
      : `if it is a member, write fields: { ${odd.key}: … }`
  const hint = didYouMean(odd.key, operatorNames) ?? hintsBehindComma(odd.value, { '*': far })['*']
  return refuse(reading, 'mixed-matcher', odd.keyAt, `"${odd.key}" is not an operator of the matcher language`, hint)
}

/** A text as an `equals` condition; one that looks like a comparison needs the operator written out. */
export function writeText(text: string): JsonValue {
  return /^\s*[<>]/.test(text) || text === '' ? { equals: text } : text
}

/** Names that are operators, or nearly so, go under `fields`. */
export function writeArguments(args: JsonObject): JsonObject {
  const operators = Object.keys(jsonOperators())
  const [only, second] = Object.keys(args)
  const isNearly = only !== undefined && second === undefined && meantOperator(only, operators) !== undefined
  const keys = Object.keys(args)
  const isOperators = keys.length > 0 && keys.every((key) => operators.includes(key))
  return isNearly || isOperators || keys.some(looksLikePattern) ? { fields: args } : args
}
