import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { jsonMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { match } from './match.ts'
import { readPiece } from './read-expectation.fixture.ts'

const misses = (yaml: string, actual: JsonValue | undefined, path = '') =>
  match(readPiece(jsonMatcher, yaml), actual, path).map(({ path, expected, actual }) => [path, expected, actual])

describe('members', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['{ "items[0].id": 3 }', { items: [{ id: 3 }] }, { items: [{ id: 4 }, { id: 3 }] }],
    ['{ "items[10].id": 3 }', { items: [...Array(10).fill(0), { id: 3 }] }, { items: [0, { id: 3 }] }],
    ['{ "a.b": 3 }', { a: { b: 3 } }, { a: { b: 4 } }],
    ['{ "a.b": 3 }', { 'a.b': 3, a: { b: 4 } }, { 'a.b': 4, a: { b: 3 } }],
    ['{ "a.0": 3 }', { a: [3] }, { a: [4, 3] }],
    ['{ "a.x1": 3 }', { a: { x1: 3 } }, { a: [0, 3] }],
    ['{ "a.1x": 3 }', { a: { '1x': 3 } }, { a: [0, 3] }],
    ['{ "a.length": 1 }', { a: { length: 1 } }, { a: [1] }],
    ['{ "a.b": { not: 1 } }', { a: { b: 2 } }, { a: { b: 1 } }],
    ['{ exactly: { "a.b": 3 } }', { 'a.b': 3 }, { a: { b: 3 } }],
    ['[1, { not: 2 }]', [1, 3], [1, 2]],
    ['[1, { present: false }]', [1], [1, 2]],
  ])('%s holds for %j and not for %j', (yaml, good, bad) => {
    expect(misses(yaml, good)).toEqual([])
    expect(misses(yaml, bad)).not.toEqual([])
  })
  it('are named by their paths', () => {
    expect(misses('{ each: 1 }', [1, 2], 'a')).toEqual([['a[1]', '1', 2]])
    expect(misses('{ a: { b: 1 } }', { a: { b: 2 } })).toEqual([['a.b', '1', 2]])
    expect(misses('{ exactly: { a: { b: 1 } } }', { a: { b: 1, c: 2 }, d: 3 })).toEqual([
      ['a.c', 'not to be there', 2],
      ['d', 'not to be there', 3],
    ])
    expect(misses('[1]', [2, 3, 4], 'list')).toEqual([
      ['list[0]', '1', 2],
      ['list[1]', 'not to be there', 3],
      ['list[2]', 'not to be there', 4],
    ])
    expect(misses('[1, 2]', [1], 'list')).toEqual([['list[1]', '2', undefined]])
  })
  it('of what has none are missed as a whole', () => {
    expect(misses('{ a: 1 }', 'text', 'value')).toMatchObject([['value', 'an object with a: 1', 'text']])
    expect(misses('[1, 2]', 'text', 'value')).toMatchObject([['value', 'a list of 2', 'text']])
    expect(misses('[1, 2]', undefined, 'value')).toMatchObject([['value', 'a list of 2', undefined]])
  })
})
