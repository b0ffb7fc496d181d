import { isJsonObject, type JsonValue, memberNamed } from '../../base/json/json.ts'
import { isExactNumber } from '../../base/json/json-text.ts'
import { type Combination, holdsOfNothing, isCombination } from '../../suite/language/matchers/combination.ts'
import { readIsoDate } from '../../suite/language/matchers/date.ts'
import { compileSchema } from '../../suite/language/matchers/json-schema.ts'
import type { JsonType, Matcher } from '../../suite/language/matchers/matcher.ts'
import { combine, markCase } from './combination.ts'
import { describeMatcher, showValue } from './describe-matcher.ts'
import { findJson } from './find-json.ts'
import { exactly, type Folding, ofMember, readBy, relates } from './fold-text.ts'
import { matchEach, matchFields, matchItems } from './match-members.ts'
import { matchContains, matchText, measure } from './match-text.ts'
import { measureWords } from './match-words.ts'
import { someOf } from './outcome/answer.ts'
import { type Mismatch, mismatch, unclear } from './outcome/outcome.ts'

/** Returns every condition that fails or is in doubt. `isLong`: a text stands for a number beyond a double. */
export function match(
  matcher: Matcher,
  actual: JsonValue | undefined,
  path: string,
  folding: Folding = exactly,
  isLong = false,
): Mismatch[] {
  if (actual === undefined) return folding.turned ? matchMissing(matcher, path) : matchAbsent(matcher, path)
  if (isCombination(matcher)) return matchTogether(matcher, actual, path, folding, isLong)
  // Under a negation, what is no object lacks every member, like an absent value; not so a closed matcher.
  if (matcher.kind === 'fields' && !matcher.closed && folding.turned && !isJsonObject(actual))
    return match(matcher, {}, path, folding)
  const inner = (nested: Matcher, value: JsonValue | undefined, at = path, isNumber = false): Mismatch[] =>
    match(nested, value, at, folding, isNumber)
  const verdict = (holds: boolean, expected: () => string = () => describeMatcher(matcher)): Mismatch[] =>
    holds ? [] : [mismatch(matcher.at, path, expected(), actual)]
  switch (matcher.kind) {
    case 'equals':
      return verdict(equals(matcher, actual, folding), () => expectedEqual(matcher, actual)).map((miss) =>
        markCase(miss, folding, (caseless) => equals(matcher, actual, caseless)),
      )
    case 'contains':
      return matchContains(matcher, actual, path, folding, (part, item, folded) => match(part, item, path, folded))
    case 'matches':
    case 'starts with':
    case 'ends with':
      return matchText(matcher, actual, path, folding)
    case 'compare':
      return verdict(isNumber(actual) && compare(Number(actual), matcher.sign, Number(matcher.bound)))
    case 'date':
      return verdict(
        typeof actual === 'string' &&
          (matcher.sign === 'on'
            ? !Number.isNaN(instantOf(actual)) && actual.trim().slice(0, 10) === matcher.bound.trim().slice(0, 10)
            : compare(instantOf(actual), matcher.sign === 'before' ? '<' : '>', instantOf(matcher.bound))),
      )
    case 'fields':
      return matchFields(matcher, actual, path, (member, value, at, isNumber, key) =>
        match(member, value, at, ofMember(key, folding), isNumber),
      )
    case 'items':
    case 'in any order':
      return matchItems(matcher, actual, path, inner)
    case 'each':
      return matchEach(matcher, actual, path, inner)
    case 'length':
    case 'words':
    case 'sentences': {
      const size = measure(matcher.kind, actual)
      return size === null ? verdict(false) : inner(matcher.of, size, `${path} (${matcher.kind})`)
    }
    case 'reading level':
    case 'language':
    case 'similar to':
      return measureWords(matcher, actual, path, folding, inner)
    case 'type':
      return verdict(isOfType(actual, matcher.type) && !(isLong && matcher.type === 'text'))
    case 'present':
      return verdict(matcher.wanted)
    case 'empty':
      return verdict((measure('length', actual) === 0 || actual === null) === matcher.wanted)
    case 'json': {
      const documents = typeof actual === 'string' ? findJson(actual) : []
      const misses = documents.map((each) =>
        'value' in each
          ? match(matcher.of, each.value, path, readBy('programs', folding), each.isLong)
          : [unclear(matcher.at, path, 'JSON', actual, each.unclear)],
      )
      return someOf(misses, () => misses[0] ?? verdict(false, () => 'text that is JSON'))
    }
    case 'schema':
      return matchSchema(matcher, isLong ? Number(actual) : actual, path)
    case 'unjudgeable': // removed before anything is judged (`setAside`)
      return verdict(false)
  }
}

/** The mismatches of an absent value, one for each condition of `all`. */
export function matchAbsent(matcher: Matcher, path: string): Mismatch[] {
  if (matcher.kind === 'all') return matcher.of.flatMap((each) => matchAbsent(each, path))
  if (matcher.kind === 'folded') return matchAbsent(matcher.of, path)
  return holdsOfNothing(matcher) === true ? [] : [mismatch(matcher.at, path, describeMatcher(matcher), undefined)]
}

/** A missing value differs from any value and lacks every member, whatever further negations its condition has. */
function matchMissing(matcher: Matcher, path: string): Mismatch[] {
  const miss = (of: Matcher): Mismatch => mismatch(of.at, path, describeMatcher(of), undefined)
  if (isCombination(matcher)) return combine(matcher, exactly, (nested) => matchMissing(nested, path), miss)
  if (matcher.kind === 'fields' && !matcher.closed)
    return matcher.fields.flatMap((field) => matchMissing(field.matcher, `${path}.${field.key}`))
  return matcher.kind === 'present' && !matcher.wanted ? [] : [miss(matcher)]
}

function matchTogether(
  matcher: Combination,
  actual: JsonValue,
  path: string,
  folding: Folding,
  isLong: boolean,
): Mismatch[] {
  const inner = (nested: Matcher, folded: Folding): Mismatch[] => match(nested, actual, path, folded, isLong)
  return combine(matcher, folding, inner, (of) => mismatch(of.at, path, describeMatcher(of), actual))
}

function equals(matcher: Matcher & { kind: 'equals' }, actual: JsonValue, folding: Folding): boolean {
  if (typeof actual !== 'string') return equalJson(matcher.value, actual, readBy('programs', folding))
  return matcher.written !== undefined && relates(actual, 'equals', matcher.written, folding)
}

/** Names the type if only that differs, because 1042 and "1042" look alike. */
function expectedEqual(matcher: Matcher & { kind: 'equals' }, actual: JsonValue): string {
  if (typeof actual === 'number' && typeof matcher.value === 'number') return showValue(matcher.value)
  const alike = typeof actual !== typeof matcher.value && String(actual) === String(matcher.value)
  if (!alike) return describeMatcher(matcher)
  if (typeof matcher.value === 'string') return `the text ${showValue(matcher.value)}`
  const quoted = typeof actual === 'string' ? ` (a text stands in quotes: ${showValue(actual)})` : ''
  return `the ${typeof matcher.value} ${showValue(matcher.value)}${quoted}`
}

/** Also the text of a number that a double cannot hold exactly; converting is precise enough for comparisons. */
function isNumber(value: JsonValue): boolean {
  if (typeof value !== 'string') return typeof value === 'number'
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) && !isExactNumber(value)
}

function compare(leftNumber: number, sign: '<' | '<=' | '>' | '>=', right: number): boolean {
  return { '<': leftNumber < right, '<=': leftNumber <= right, '>': leftNumber > right, '>=': leftNumber >= right }[
    sign
  ]
}

/** A date without a zone is taken as UTC, so that no verdict depends on the machine. */
function instantOf(text: string): number {
  return readIsoDate(text, 'Z') ?? Number.NaN
}

function isOfType(value: JsonValue, type: JsonType): boolean {
  if (type === 'number') return isNumber(value)
  if (type === 'integer')
    return typeof value === 'string' ? isNumber(value) && /^-?\d+$/.test(value) : Number.isInteger(value)
  return typeOf(value) === type
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  return typeof value
}

/** Deep equality of JSON values: the order of members does not matter, and texts are compared folded. */
export function equalJson(expected: JsonValue | undefined, actual: JsonValue | undefined, folding: Folding): boolean {
  if (expected === actual) return true
  if (typeof expected === 'string' && typeof actual === 'string') return relates(actual, 'equals', expected, folding)
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected.length === actual.length && expected.every((item, index) => equalJson(item, actual[index], folding))
  }
  if (!isJsonObject(expected) || !isJsonObject(actual)) return false
  const keys = Object.keys(expected)
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) => equalJson(expected[key], memberNamed(actual, key), folding))
  )
}

function matchSchema(matcher: Matcher & { kind: 'schema' }, actual: JsonValue, path: string): Mismatch[] {
  const schema = compileSchema(matcher.schema)
  if (!schema.ok) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  return schema
    .violations(actual)
    .map((violation) =>
      mismatch(matcher.at, `${path}${violation.path}`, violation.expected, lookUp(actual, violation.path)),
    )
}

function lookUp(value: JsonValue, path: string): JsonValue | undefined {
  let member: JsonValue | undefined = value
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|\.([^.[]+)/g)) {
    if (index !== undefined) member = Array.isArray(member) ? member[Number(index)] : undefined
    else member = isJsonObject(member) && Object.hasOwn(member, key ?? '') ? member[key ?? ''] : undefined
  }
  return member
}
