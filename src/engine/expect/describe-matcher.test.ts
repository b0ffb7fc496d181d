import { describe, expect, it } from 'vitest'
import { jsonMatcher, textMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { describeMatcher, showValue } from './describe-matcher.ts'
import { readPiece } from './read-expectation.fixture.ts'

describe('a matcher in words', () => {
  it.each([
    ['shipped', '"shipped"'],
    ['12', '12'],
    ['{ contains: [a, 2] }', 'something that contains "a" and 2'],
    ['{ starts with: Dear }', 'text that starts with "Dear"'],
    ['{ ends with: bye }', 'text that ends with "bye"'],
    ['{ less than: 3 }', 'less than 3'],
    ['{ at most: 3 }', 'at most 3'],
    ['{ more than: 3 }', 'more than 3'],
    ['{ at least: 3 }', 'at least 3'],
    ['{ at least: 3, at most: 5 }', 'at least 3 and at most 5'],
    ['{ any: [1, 2] }', 'one of 1 or 2'],
    ['{ none: [1, 2] }', 'none of 1 or 2'],
    ['{ not: 1 }', 'not 1'],
    ['[1, 2]', 'a list of 2'],
    ['{ each: 1 }', 'a list with items that are each 1'],
    ['{ length: 2 }', 'length 2'],
    ['{ before: 2026-01-01 }', 'a date before 2026-01-01'],
    ['{ after: now - 1 d }', 'a date after now - 1 d'],
    ['{ type: number }', 'a value of the type number'],
    ['{ present: true }', 'to be there'],
    ['{ present: false }', 'not to be there'],
    ['{ empty: true }', 'empty'],
    ['{ empty: false }', 'not empty'],
    ['{ schema: { type: object } }', 'a value valid under the schema'],
    ['{ json: { ok: true } }', 'JSON text: an object with ok: true'],
    ['{ a: 1, b: { less than: 2 } }', 'an object with a: 1, b: less than 2'],
    ['{ exactly: { a: 1 } }', 'an object with a: 1 and nothing else'],
    ['{ exactly: {} }', 'an object without members'],
    ['{}', 'an object'],
    ['{ wait_seconds: { at most: 2 min } }', 'an object with wait_seconds: at most 2 min, which is 120 here'],
    ['{ wait_seconds: { at most: 120 s } }', 'an object with wait_seconds: at most 120 s'],
    [
      `{ one: ${'x'.repeat(22)}, two: ${'y'.repeat(22)} }`,
      `an object with one: "${'x'.repeat(22)}", two: "${'y'.repeat(22)}"`,
    ],
    [`{ one: ${'x'.repeat(22)}, two: ${'y'.repeat(23)} }`, 'an object with one, two'],
  ])('%s', (yaml, words) => {
    expect(describeMatcher(readPiece(jsonMatcher, yaml))).toBe(words)
  })
  it.each([
    ['{ matches: [/a+/i, /b/] }', 'text that matches /a+/i and /b/'],
    ['1042', '"1042"'],
    ['{ words: { at most: 5 } }', 'words at most 5'],
    ['{ sentences: 2 }', 'sentences 2'],
    ['{ reading level: { at most: 8 } }', 'text of the reading level at most 8'],
    ['{ language: [de, en] }', 'text in German (de) or English (en)'],
    ['{ similar to: { text: [hello, bye], at least: 0.8 } }', 'text similar to "hello" or "bye" by at least 0.8'],
    ['{ contains: straße, ignore: [case, width] }', 'something that contains "straße" (ignoring case, width)'],
  ])('of a text: %s', (yaml, words) => {
    expect(describeMatcher(readPiece(textMatcher, yaml))).toBe(words)
  })
  it('shows what is not there as nothing', () => {
    expect([showValue(undefined), showValue(null), showValue('a')]).toEqual(['nothing', 'null', '"a"'])
  })
})
