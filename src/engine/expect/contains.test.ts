import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json.ts'
import { jsonMatcher } from '../../suite/language/read-matcher.ts'
import { match } from './match.ts'
import { readPiece } from './read-expectation.fixture.ts'

const holds = (yaml: string, actual: JsonValue | undefined) =>
  match(readPiece(jsonMatcher, `{ contains: ${yaml} }`), actual, 'value').length === 0

describe('contains', () => {
  it.each<[string, JsonValue, (JsonValue | undefined)[]]>([
    ['b', 'abc', ['ac', '', undefined, null, 7, true, ['abc'], { abc: 1 }]],
    ['{ starts with: b }', 'abc', ['ac', undefined]],
    ['{ ends with: b }', 'abc', ['ac', undefined]],
    ['{ matches: /b+/ }', 'abbc', ['ac', undefined]],
    ['12', 'order 12', ['order 13', 12]],
    ['true', 'it is true', ['it is false', true]],
    ['{ at least: 1 }', [0, 1], ['at least 1', 'undefined', [0], { 'at least': 1 }]],
    ['{ not: b }', 'ac', ['abc', undefined]],
    ['{ none: [b, d] }', 'ac', ['abc', 'acd', undefined]],
    ['{ all: [a, c] }', 'abc', ['ab', 'bc']],
    ['{ one of: [x, c] }', { c: 1 }, [{ d: 'c' }, 'ab']],
    ['{ equals: B, ignore case: true }', 'abc', ['acd']],
    ['{ sku: A }', [{ sku: 'A', n: 1 }], [{ sku: 'A' }, 'sku: A', []]],
  ])('%s holds for %j and for none of %j', (yaml, good, bad) => {
    expect(holds(yaml, good)).toBe(true)
    expect(bad.map((each) => holds(yaml, each))).toEqual(bad.map(() => false))
  })
})
