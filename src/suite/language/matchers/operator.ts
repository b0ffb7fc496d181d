import { deniedBy, isSlip } from '../../../base/text/suggest.ts'
import type { Place } from '../../yaml/place.ts'
import type { Reading, Shape } from '../../yaml/shape.ts'
import type { Matcher } from './matcher.ts'

/**
 * An operator of the matcher language: the shape of its value, the matcher that it makes, and a description
 * for editors.
 */
export interface MatcherOperator<T = unknown> {
  value: Shape<T>
  make: (value: T, at: Place, reading: Reading) => Matcher | undefined
  doc: string
}

/** Other languages' names for operators, and their names here. */
const elsewhere: Readonly<Record<string, string>> = {
  contain: 'contains',
  containing: 'contains',
  includes: 'contains',
  equal: 'equals',
  eq: 'equals',
  match: 'matches',
  regex: 'matches',
  regexp: 'matches',
  'any of': 'any',
  'all of': 'all',
  'none of': 'none',
  'starts with': 'starts with',
  startswith: 'starts with',
  'begins with': 'starts with',
  endswith: 'ends with',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  'greater than': 'more than',
  ne: 'not',
  neq: 'not',
  'is not': 'not',
  '!=': 'not',
}

/** So close to one that reading it as a member's name would be a trap: `oneOf`, `contian`, `gte`, `not contains`. */
export function meantOperator(key: string, operators: readonly string[]): string | undefined {
  const denied = deniedBy(key)
  if (denied !== undefined) return meantOperator(denied, operators) === undefined ? undefined : 'not'
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  const foreign = Object.keys(elsewhere).find((word) => words === word || (word.length >= 6 && isSwapped(words, word)))
  if (foreign !== undefined) return elsewhere[foreign]
  return operators.find(
    (operator) =>
      words === operator || (operator.length >= 6 && (isSlip(words, operator) || isSwapped(words, operator))),
  )
}

function isSwapped(word: string, other: string): boolean {
  const sorted = (letters: string): string => [...letters].sort().join('')
  return word.length === other.length && word[0] === other[0] && sorted(word) === sorted(other)
}
