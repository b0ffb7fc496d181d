import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { exactly } from './fold-text.ts'
import { equalJson } from './match.ts'

describe('equal JSON', () => {
  it.each<[JsonValue | undefined, JsonValue | undefined, boolean]>([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
    [{ a: 1, b: 2 }, { a: 2, b: 2 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: null }, { b: null }, false],
    [[1, 2], [1, 2], true],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [[], '', false],
    ['', [], false],
    [{}, null, false],
    [['a'], 'a', false],
    ['1', 1, false],
    ['cafe\u0301', 'café', true],
    ['A', 'a', false],
    [null, undefined, false],
    [undefined, undefined, true],
  ])('%j and %j: %s', (one, other, equal) => {
    expect([equalJson(one, other, exactly), equalJson(other, one, exactly)]).toEqual([equal, equal])
  })
  it('compares texts as it is told to', () => {
    expect(equalJson({ a: ['X y'] }, { a: ['x  Y'] }, { ...exactly, ignored: ['case', 'spaces'] })).toBe(true)
  })
})
