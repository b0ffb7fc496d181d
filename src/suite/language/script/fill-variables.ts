import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { isExactNumber } from '../../../base/json/json-text.ts'
import { mapMembers, visitJson } from '../../../base/json/walk-json.ts'
import type { Pattern } from '../../../base/patterns/linear-pattern.ts'
import { splitPattern } from '../../../base/patterns/pattern-tokens.ts'
import { cutJson } from '../../../base/privacy/cut.ts'
import { isPlace, type Place } from '../../yaml/place.ts'
import { fillCriterion, isJudgeExpectation } from '../expectations/judge-expectation.ts'
import { readMoment } from '../matchers/date.ts'
import { aloneIn, emptyIn, type Filling, fillJson, fillText, type Numerals, namesIn } from '../matchers/fill-text.ts'
import type { Matcher } from '../matchers/matcher.ts'
import { matchesEveryText } from '../matchers/pattern.ts'
import { isLikeness, languageOf } from '../matchers/text-measures.ts'
import { escapeText } from '../matchers/text-or-pattern.ts'
import { mentionsOf } from './mentions.ts'

/**
 * Replaces every `{{name}}` in the texts of a value by the variable's value, in one pass: values are not
 * expanded again. In JSON (what something equals, metadata, the bodies of steps) a lone `{{name}}` keeps the
 * type of the value. A condition that becomes unjudgeable, because a value is empty or of the wrong type, is
 * marked as such. Unknown names stay as they are; `parseScript` has refused them. With `isForLater`, values may hold
 * names that are filled in later.
 */
export function fillVariables<T>(data: T, variables: JsonObject, numerals: Numerals = {}, isForLater = false): T {
  const filling = { variables, numerals, negated: false, text: false, ...(isForLater ? { isForLater } : {}) }
  return mentionsOf(data).variable ? (fill(data, filling) as T) : data
}

function fill(data: unknown, filling: Filling): unknown {
  const { variables, numerals } = filling
  if (typeof data === 'string') return fillText(data, variables, numerals)
  if (Array.isArray(data)) return data.map((item) => fill(item, filling))
  if (typeof data !== 'object' || data === null) return data
  if (isMatcher(data)) return fillMatcher(data, filling)
  if (isJudgeExpectation(data)) return fillCriterion(data, variables, numerals)
  // In calls that are forbidden or counted, a condition that never matches would let a call through.
  const inner = 'times' in data ? { ...filling, negated: true } : filling
  const text = (key: string | number): boolean =>
    textKeys.has(key) || (filling.text && key !== 'messages' && key !== 'content')
  return mapMembers(data, (value, key) => {
    if (key === 'at' && isPlace(value)) return value
    if (key === 'body' || key === 'metadata') return fillJson(value, variables, numerals)
    return fill(value, key === 'never' ? { ...filling, negated: true } : { ...inner, text: text(key) })
  })
}

/** What is text wherever it stands: a reply, and members of a session. */
const textKeys: ReadonlySet<string | number> = new Set(['reply', 'status', 'agentVersion', 'agentName', 'channelType'])

/** Whether a part of a script is a matcher. Content items and steps have a `kind` too, but other ones. */
export function isMatcher(data: object): data is Matcher {
  return 'kind' in data && 'at' in data && kinds.has(data.kind as Matcher['kind'])
}

const kindList: Record<Matcher['kind'], true> = {
  equals: true,
  contains: true,
  matches: true,
  'starts with': true,
  'ends with': true,
  compare: true,
  date: true,
  not: true,
  all: true,
  any: true,
  none: true,
  fields: true,
  items: true,
  'in any order': true,
  each: true,
  length: true,
  words: true,
  sentences: true,
  'reading level': true,
  language: true,
  'similar to': true,
  type: true,
  present: true,
  empty: true,
  schema: true,
  json: true,
  folded: true,
  unjudgeable: true,
}
const kinds: ReadonlySet<Matcher['kind']> = new Set(Object.keys(kindList) as Matcher['kind'][])

/** `unjudgeable` if a value leaves nothing to judge: an empty text is in every text, and no number compares. */
function fillMatcher(matcher: Matcher, filling: Filling, sought = false): Matcher {
  const { variables, numerals } = filling
  const inner = (of: Matcher): Matcher => fillMatcher(of, filling)
  const text = (template: string): string => fillText(template, variables, numerals)
  switch (matcher.kind) {
    case 'equals': {
      if (matcher.counted === true) return fillCount(matcher, filling)
      const empty = sought || filling.negated ? emptyIn(matcher.value, variables) : undefined
      if (empty !== undefined) return hollow(empty, sought, matcher.at)
      const { value, written, ...rest } = matcher
      const isPart = typeof value === 'string' && aloneIn(value) === undefined
      const structure =
        sought || (filling.negated && (filling.text || isPart)) ? structureIn(value, variables) : undefined
      if (structure !== undefined) return notText(structure, matcher.at)
      const filledValue = fillJson(value, variables, numerals)
      const own = typeof value === 'string' && typeof filledValue === 'string' ? filledValue : undefined
      const writtenText = written === undefined ? own : text(written)
      return { ...rest, value: filledValue, ...(writtenText === undefined ? {} : { written: writtenText }) }
    }
    case 'contains':
      return { ...matcher, parts: matcher.parts.map((part) => fillMatcher(part, filling, true)) }
    case 'matches':
      return fillPatterns(matcher, filling)
    case 'starts with':
    case 'ends with': {
      const empty = emptyIn(matcher.text, variables)
      const structure = structureIn(matcher.text, variables)
      if (structure !== undefined) return notText(structure, matcher.at)
      return empty === undefined ? { ...matcher, text: text(matcher.text) } : hollow(empty, true, matcher.at)
    }
    case 'compare': {
      const number = fillNumber(matcher.bound, filling)
      return typeof number === 'string'
        ? { kind: 'unjudgeable', why: number, at: matcher.at }
        : { ...matcher, ...number }
    }
    case 'date':
      return fillDate({ ...matcher, bound: text(matcher.bound) }, matcher.bound)
    case 'not':
      return { ...matcher, of: fillMatcher(matcher.of, { ...filling, negated: true }, sought) }
    case 'none':
      return { ...matcher, of: matcher.of.map((of) => fillMatcher(of, { ...filling, negated: true }, sought)) }
    case 'all':
    case 'any': {
      const filledMatcher = { ...matcher, of: matcher.of.map((of) => fillMatcher(of, filling, sought)) }
      return matcher.kind === 'all' ? crossed(filledMatcher, matcher.of) : filledMatcher
    }
    case 'folded':
      return { ...matcher, of: fillMatcher(matcher.of, filling, sought) }
    case 'fields':
      return { ...matcher, fields: matcher.fields.map((field) => ({ ...field, matcher: inner(field.matcher) })) }
    case 'items':
    case 'in any order':
      return { ...matcher, items: matcher.items.map(inner) }
    case 'each':
    case 'length':
    case 'words':
    case 'sentences':
    case 'reading level':
      return { ...matcher, of: inner(matcher.of) }
    case 'json':
      return { ...matcher, of: fillMatcher(matcher.of, { ...filling, text: false }) }
    case 'language':
      return fillLanguages(matcher, filling)
    case 'similar to':
      return fillLikeness(matcher, filling)
    case 'schema': {
      const empty = filling.negated ? emptyIn(matcher.schema, variables) : undefined
      if (empty !== undefined) return hollow(empty, false, matcher.at)
      return { ...matcher, schema: fillJson(matcher.schema, variables, numerals) }
    }
    case 'type':
    case 'present':
    case 'empty':
    case 'unjudgeable':
      return matcher
  }
}

export function findUnjudgeable(part: unknown): (Matcher & { kind: 'unjudgeable' }) | undefined {
  let first: (Matcher & { kind: 'unjudgeable' }) | undefined
  visitJson(part, (each) => {
    if (typeof each === 'object' && each !== null && isMatcher(each) && each.kind === 'unjudgeable') first ??= each
    return first === undefined
  })
  return first
}

function hollow(name: string, sought: boolean, at: Place): Matcher {
  const why = sought ? 'so this would hold for every text' : 'so ruling it out says nothing'
  return { kind: 'unjudgeable', why: `{{${name}}} is empty, ${why}`, at }
}

/** Says what a variable in a text holds, if that is a list or a mapping. No text is one, so forbidding it has no effect. */
function structureIn(data: JsonValue, variables: JsonObject): string | undefined {
  const names = typeof data === 'string' ? namesIn(data).filter((name) => Object.hasOwn(variables, name)) : []
  for (const name of names) {
    const value = variables[name]
    if (Array.isArray(value)) return `{{${name}}} is a list, and is not looked for as one: write its items out`
    if (isJsonObject(value))
      return `{{${name}}} is a mapping, and is not looked for as one: take the member that is meant`
  }
  return undefined
}

const notText = (why: string, at: Place): Matcher => ({ kind: 'unjudgeable', why, at })

function fillPatterns(matcher: Matcher & { kind: 'matches' }, filling: Filling): Matcher {
  const patterns: typeof matcher.patterns = []
  for (const { pattern, at } of matcher.patterns) {
    const empty = emptyIn(pattern.source, filling.variables)
    if (empty !== undefined) return hollow(empty, true, at)
    const structure = structureIn(pattern.source, filling.variables)
    if (structure !== undefined) return notText(structure, at)
    const filledPattern = fillPattern(pattern, filling)
    if (filledPattern === null) {
      const names = namesIn(pattern.source).map((name) => `{{${name}}}`)
      return {
        kind: 'unjudgeable',
        why: `with ${names.join(' and ')} filled in, this is no pattern, or one of every text`,
        at,
      }
    }
    patterns.push({ pattern: filledPattern, at })
  }
  return { ...matcher, patterns }
}

/** With an unknown code, every text would count as another language. */
function fillLanguages(matcher: Matcher & { kind: 'language' }, { variables, numerals }: Filling): Matcher {
  const codes = matcher.codes.map((code) => fillText(code, variables, numerals))
  const odd = codes.find((code) => namesIn(code).length === 0 && languageOf(code) === undefined)
  if (odd === undefined) return { ...matcher, codes }
  const names = namesIn(matcher.codes).map((name) => `{{${name}}}`)
  const why = `with ${names.join(' and ')} filled in, ${cutJson(odd, 60)} is no code of a language that can be told`
  return { kind: 'unjudgeable', why, at: matcher.at }
}

/** A text without words is similar to nothing, so forbidding similarity would have no effect. */
function fillLikeness(matcher: Matcher & { kind: 'similar to' }, filling: Filling): Matcher {
  const { variables, numerals } = filling
  const { at } = matcher
  const unjudgeable = (why: string): Matcher => ({ kind: 'unjudgeable', why, at })
  const texts: typeof matcher.texts = []
  for (const each of matcher.texts) {
    const empty = emptyIn(each.value, variables)
    if (empty !== undefined) return unjudgeable(`{{${empty}}} is empty, so nothing resembles it`)
    const structure = structureIn(each.value, variables)
    if (structure !== undefined) return notText(structure, at)
    const value = fillText(each.value, variables, numerals)
    if (!/[\p{L}\p{N}]/u.test(value))
      return unjudgeable(`${cutJson(value, 60)} has no word in it, so nothing resembles it`)
    texts.push({ ...each, value })
  }
  const number = fillNumber(matcher.bound, filling)
  if (typeof number === 'string') return unjudgeable(number)
  const { bound } = number
  if (typeof bound === 'number' && !isLikeness(bound))
    return unjudgeable(`${bound} is not a share above 0 and up to 1, which similarity needs`)
  return { ...matcher, texts, bound }
}

function fillCount(matcher: Matcher & { kind: 'equals' }, filling: Filling): Matcher {
  const number = fillNumber(matcher.value, filling)
  if (typeof number === 'string') return { kind: 'unjudgeable', why: number, at: matcher.at }
  return typeof number.bound === 'number' ? { kind: 'equals', value: number.bound, at: matcher.at } : matcher
}

/** A bound from a variable, or why it cannot be compared with. An unknown name stays for later. */
function fillNumber(bound: JsonValue, { variables, isForLater }: Filling): { bound: number | string } | string {
  const name = typeof bound === 'string' ? aloneIn(bound) : undefined
  if (name === undefined || !Object.hasOwn(variables, name)) return { bound: bound as number | string }
  const value = variables[name] ?? null
  if (isForLater === true && typeof value === 'string' && aloneIn(value) !== undefined) return { bound: value }
  const numeral = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(numeral) && isExactNumber(numeral)) return { bound: Number(numeral) }
  return emptyIn(bound, variables) === undefined
    ? `{{${name}}} is ${cutJson(value, 60)}, and only a number can be compared with`
    : `{{${name}}} is empty, and only a number can be compared with`
}

function fillDate(dateMatcher: Matcher & { kind: 'date' }, template: string): Matcher {
  const names = namesIn(template)
  if (
    names.length === 0 ||
    namesIn(dateMatcher.bound).length > 0 ||
    readMoment(dateMatcher.bound).kind !== 'unreadable'
  )
    return dateMatcher
  const which = names.map((name) => `{{${name}}}`).join(' and ')
  const why = `with ${which} filled in, ${cutJson(dateMatcher.bound, 60)} is no date to compare with`
  return { kind: 'unjudgeable', why, at: dateMatcher.at }
}

/** Nothing lies between reversed bounds, and the negation would always pass. */
function crossed(filledMatcher: Matcher & { of: Matcher[] }, originals: readonly Matcher[]): Matcher {
  const [low, high, more] = filledMatcher.of
  const fromVariables = originals.some((each) => each.kind === 'compare' && typeof each.bound === 'string')
  if (more !== undefined || !fromVariables || low?.kind !== 'compare' || high?.kind !== 'compare') return filledMatcher
  if (low.sign !== '>=' || high.sign !== '<=' || Number(low.bound) <= Number(high.bound)) return filledMatcher
  if (typeof low.bound !== 'number' || typeof high.bound !== 'number') return filledMatcher
  return { kind: 'unjudgeable', why: `nothing lies between ${low.bound} and ${high.bound}`, at: filledMatcher.at }
}

/** A pattern with its variables filled in as literal text; null if the result is invalid or matches every text. */
function fillPattern(pattern: Pattern, { variables, numerals, isForLater }: Filling): Pattern | null {
  const { source } = pattern
  if (!source.includes('{{')) return pattern
  const filledPattern = {
    ...pattern,
    source: fillText(source, variables, numerals, (value, at) =>
      isForLater === true ? escapeText(value) : asLiteral(value, source, at),
    ),
  }
  if (filledPattern.source === source) return pattern
  try {
    return matchesEveryText(filledPattern) ? null : filledPattern
  } catch {
    return null // reported as an unjudgeable condition
  }
}

/** A group, so that a following `?` or `+` applies to all of it, except within `[…]`. */
function asLiteral(value: string, source: string, at: number): string {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('-', '\\x2d')
  return isInClass(source, at) ? escaped : `(?:${escaped})`
}

function isInClass(source: string, place: number): boolean {
  let end = 0
  return splitPattern(source).some(({ text }) => {
    end += text.length
    return text.startsWith('[') && end - text.length < place && place < end
  })
}
