import type { JsonValue } from '../../base/json/json.ts'
import { cutJson } from '../../base/privacy/cut.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { nameLanguage } from '../../suite/language/matchers/text-measures.ts'

/** A matcher in words, for "expected": `"shipped"`, `text that contains "1042"`, `at least 3`. */
export function describeMatcher(matcher: Matcher): string {
  switch (matcher.kind) {
    case 'equals':
      return matcher.written === undefined ? showValue(matcher.value) : JSON.stringify(matcher.written)
    case 'contains':
      return `something that contains ${listAll(matcher.parts, 'and')}`
    case 'matches':
      return `text that matches ${matcher.patterns.map(({ pattern }) => `/${pattern.source}/${pattern.flags}`).join(' and ')}`
    case 'starts with':
    case 'ends with':
      return `text that ${matcher.kind} ${JSON.stringify(matcher.text)}`
    case 'compare':
      return describeComparison(matcher)
    case 'date':
      return `a date ${matcher.sign} ${matcher.bound}`
    case 'not':
      return `not ${describeMatcher(matcher.of)}`
    case 'all':
      return listAll(matcher.of, 'and')
    case 'any':
      return `one of ${listAll(matcher.of, 'or')}`
    case 'none':
      return `none of ${listAll(matcher.of, 'or')}`
    case 'fields':
      return describeFields(matcher)
    case 'items':
      return `a list of ${matcher.items.length}`
    case 'in any order':
      return `a list of ${matcher.items.length} in any order: ${listAll(matcher.items, 'and')}`
    case 'each':
      return `a list with items that are each ${describeMatcher(matcher.of)}`
    case 'length':
    case 'words':
    case 'sentences':
      return `${matcher.kind} ${matcher.of.kind === 'equals' ? showValue(matcher.of.value) : describeMatcher(matcher.of)}`
    case 'reading level':
      return `text of the ${matcher.kind} ${describeMatcher(matcher.of)}`
    case 'language':
      return `text in ${matcher.codes.map((code) => `${nameLanguage(code)} (${code})`).join(' or ')}`
    case 'similar to':
      return `text similar to ${matcher.texts.map(({ value }) => showValue(value)).join(' or ')} by at least ${matcher.bound}`
    case 'type':
      return `a value of the type ${matcher.type}`
    case 'present':
      return matcher.wanted ? 'to be there' : 'not to be there'
    case 'empty':
      return matcher.wanted ? 'empty' : 'not empty'
    case 'schema':
      return 'a value valid under the schema'
    case 'json':
      return `JSON text: ${describeMatcher(matcher.of)}`
    case 'unjudgeable':
      return `something else: ${matcher.why}`
    case 'folded':
      return `${describeMatcher(matcher.of)} (ignoring ${matcher.ignored.join(', ')})`
  }
}

/** `brief` leaves out what a description is about. Results hold the sentence alone. */
export function readDescription(expected: string): { isNegated: boolean; isPart: boolean; brief: string } {
  const brief = expected.replace(/\b(?:something|text) that /g, '')
  return { isNegated: expected.startsWith('not '), isPart: brief.startsWith('contains '), brief }
}

function describeComparison({ sign, bound, written }: Matcher & { kind: 'compare' }): string {
  const words = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }[sign]
  if (written === undefined) return `${words} ${bound}`
  return `${words} ${written}${Number.parseFloat(written) === bound ? '' : `, which is ${bound} here`}`
}

/** An object's members with what is expected of each, or only their names where that would get too long. */
function describeFields({ fields, closed }: Matcher & { kind: 'fields' }): string {
  const rest = closed ? ' and nothing else' : ''
  if (fields.length === 0) return closed ? 'an object without members' : 'an object'
  const whole = fields.map(({ key, matcher }) => `${key}: ${describeMatcher(matcher)}`).join(', ')
  return `an object with ${whole.length <= 60 ? whole : fields.map(({ key }) => key).join(', ')}${rest}`
}

export function showValue(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : cutJson(value, 200)
}

function listAll(matchers: readonly Matcher[], word: string): string {
  return matchers.map(describeMatcher).join(` ${word} `)
}
