import { describe, expect, it } from 'vitest'
import { matcherOperators } from './matcher-operator.ts'
import { meantOperator } from './operator.ts'
import { jsonMatcher } from './read-matcher.ts'

const operators = Object.keys(matcherOperators(jsonMatcher, jsonMatcher))

describe('what a key that is nearly an operator means', () => {
  it.each([
    ['contians', 'contains'],
    ['contain', 'contains'],
    ['contian', 'contains'],
    ['oneOf', 'one of'],
    ['starts_with', 'starts with'],
    ['startsWith', 'starts with'],
    ['at-least', 'at least'],
    ['gte', 'at least'],
    ['anyOf', 'any'],
    ['regex', 'matches'],
    ['ignoreCase', 'ignore case'],
    ['betwen', 'between'],
    ...[
      'not contains',
      'notContains',
      'not_contains',
      'doesNotContain',
      'does not match',
      'never equals',
      '!contains',
    ].map((key): [string, string] => [key, 'not']),
    ['neq', 'not'],
    ['is not', 'not'],
  ])('%s: %s', (key, operator) => {
    expect(meantOperator(key, operators)).toBe(operator)
  })
  it.each([
    'status',
    'contact',
    'content',
    'key',
    'total',
    'word',
    'nota',
    'min',
    'max',
    'note',
    'price',
    'notes',
    'notice',
    'notation',
    'nothing',
    'number',
  ])('%s: a member', (key) => {
    expect(meantOperator(key, operators)).toBeUndefined()
  })
  it('gives operators that there are', () => {
    const words = [
      'eq',
      'gt',
      'lt',
      'lte',
      'equal',
      'match',
      'includes',
      'begins with',
      'endswith',
      'none of',
      'all of',
    ]
    expect(words.filter((word) => !operators.includes(meantOperator(word, operators) ?? ''))).toEqual([])
  })
})
