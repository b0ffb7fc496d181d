import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { jsonMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { match } from './match.ts'
import { measure } from './match-text.ts'
import { readPiece } from './read-expectation.fixture.ts'

const holds = (yaml: string, actual: JsonValue | undefined) =>
  match(readPiece(jsonMatcher, `{ contains: ${yaml} }`), actual, 'value').length === 0

describe('contains', () => {
  it.each<[string, JsonValue, (JsonValue | undefined)[]]>([
    ['b', 'abc', ['ac', '', undefined, null, 7, true, ['abc'], { abc: 1 }]],
    ['{ starts with: b }', 'abc', ['ac', undefined]],
    ['{ ends with: b }', 'abc', ['ac', undefined]],
    ['{ matches: /b+/ }', 'abbc', ['ac', undefined]],
    ['{ matches: /^b/ }', { abc: 1, bcd: 2 }, [{ abc: 1, cba: 2 }]],
    ['12', 'order 12', ['order 13', 12]],
    ['true', 'it is true', ['it is false', true]],
    ['{ at least: 1 }', [0, 1], ['at least 1', 'undefined', [0], { 'at least': 1 }]],
    ['{ not: b }', 'ac', ['abc', undefined]],
    ['{ none: [b, d] }', 'ac', ['abc', 'acd', undefined]],
    ['{ not: { matches: /b/ } }', 'ac', ['abc']],
    ['{ not: { all: [a, b] } }', 'ac', ['abc']],
    ['{ not: { all: [a, { at least: 1 }] } }', [0], ['xc', 'ac']],
    ['{ not: { all: [{ contains: [a, { at least: 1 }] }] } }', [0], ['xc', 'ac']],
    ['{ all: [a, c] }', 'abc', ['ab', 'bc']],
    ['{ contains: [a, c] }', 'abc', ['ab', 'bc']],
    ['{ one of: [x, c] }', { c: 1 }, [{ d: 'c' }, 'ab']],
    ['{ equals: B, ignore case: true }', 'abc', ['acd']],
    ['{ sku: A }', [{ sku: 'A', n: 1 }], [{ sku: 'A' }, 'sku: A', []]],
  ])('%s holds for %j and for none of %j', (yaml, good, bad) => {
    expect(holds(yaml, good)).toBe(true)
    expect(bad.map((each) => holds(yaml, each))).toEqual(bad.map(() => false))
  })
})

describe('patterns', () => {
  it.each([
    ['{ matches: /order/ }', 'order', 'ORDER'],
    ['{ matches: /order/i }', 'ORDER', 'OTHER'],
    ['{ matches: /order/, ignore: case }', 'ORDER', 'OTHER'],
    ['{ matches: /order/i, ignore: case }', 'ORDER', 'OTHER'],
    [`{ matches: "/it's/", ignore: quotes }`, 'it’s', 'It’s'],
    ['{ matches: /on Friday/, ignore: [case, spaces] }', 'ON\n FRIDAY', 'on  Monday'],
  ])('%s is met by %j and not by %j', (yaml, good, bad) => {
    const misses = (text: string) => match(readPiece(jsonMatcher, yaml), text, 'value').length
    expect([misses(good), misses(bad)]).toEqual([0, 1])
  })
})

const kinds = ['length', 'words', 'sentences'] as const

describe('the length, words and sentences', () => {
  it.each<[JsonValue | undefined, (number | null)[]]>([
    ['', [0, 0, 0]],
    ['Hello there, Asha.', [18, 3, 1]],
    ['One. Two?  Three!', [17, 3, 3]],
    ['\n \n', [3, 0, 0]],
    ['. . .', [5, 0, 0]],
    ['{}', [2, 0, 0]],
    ['! Hello.', [8, 1, 1]],
    ['7', [1, 1, 1]],
    ['One.\n\n \n\nTwo.', [13, 2, 2]],
    ["it's 3.50", [9, 2, 1]],
    ['cafe\u0301', [4, 1, 1]],
    ['a\r\nb', [3, 2, 2]],
    ['\u{1F44D}\u{1F3FD}', [1, 0, 0]],
    ['\u{1F468}\u200d\u{1F469}\u200d\u{1F467} ok', [4, 1, 1]],
    ['q\u0323\u0307', [1, 1, 1]],
    ['Dr. Smith calls. Fine?', [22, 4, 2]],
    ['东京 大阪', [5, 2, 1]],
    [
      [1, 2],
      [2, null, null],
    ],
    [{ a: 1, b: 2, c: 3 }, [3, null, null]],
    [7, [null, null, null]],
    [null, [null, null, null]],
    [undefined, [null, null, null]],
  ])('of %j are %j', (value, measures) => {
    expect(kinds.map((kind) => measure(kind, value))).toEqual(measures)
  })
})
