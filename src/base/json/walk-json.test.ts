import { describe, expect, it } from 'vitest'
import type { JsonValue } from './json.ts'
import { mapMembers, mapTexts, textsIn, visitJson } from './walk-json.ts'

const own = JSON.parse('{"__proto__": {"a": "x"}, "b": ["y", 1, null]}') as JsonValue

describe('mapMembers', () => {
  it('changes one level, with names and indexes', () => {
    const keys: (string | number)[] = []
    const note = (each: JsonValue, key: string | number): JsonValue => {
      keys.push(key)
      return each
    }
    expect(mapMembers({ a: 1, b: [2] }, note)).toEqual({ a: 1, b: [2] })
    expect(mapMembers(['x', 'y'], (each, key) => `${key}${String(each)}`)).toEqual(['0x', '1y'])
    expect(keys).toEqual(['a', 'b'])
  })

  it('leaves a scalar as it is', () => {
    for (const value of ['a', 1, true, null]) expect(mapMembers(value, () => 'changed')).toBe(value)
  })

  it('copies a member called __proto__ as one', () => {
    expect(JSON.stringify(mapMembers(own, (each) => each))).toBe(JSON.stringify(own))
  })

  it('never changes what it is given', () => {
    const value = { a: { b: 'x' } }
    expect(mapTexts(value, () => 'y')).toEqual({ a: { b: 'y' } })
    expect(value).toEqual({ a: { b: 'x' } })
  })
})

describe('mapTexts', () => {
  it('changes texts at any depth and nothing else', () => {
    expect(JSON.stringify(mapTexts(own, (text) => text.toUpperCase()))).toBe('{"__proto__":{"a":"X"},"b":["Y",1,null]}')
  })

  it('goes as deep as JSON is accepted', () => {
    let value: JsonValue = 'x'
    for (let depth = 0; depth < 2_000; depth += 1) value = depth % 2 === 0 ? [value] : { a: value }
    expect(textsIn(mapTexts(value, () => 'y'))).toEqual(['y'])
  })
})

describe('visitJson', () => {
  it('visits containers before their contents, items with the name of their list', () => {
    const pairs: [string, string][] = []
    visitJson({ a: [{ b: 1 }, 'x'], c: null }, (each, name) => {
      pairs.push([name, JSON.stringify(each)])
    })
    expect(pairs).toEqual([
      ['', '{"a":[{"b":1},"x"],"c":null}'],
      ['a', '[{"b":1},"x"]'],
      ['a', '{"b":1}'],
      ['b', '1'],
      ['a', '"x"'],
      ['c', 'null'],
    ])
  })

  it('passes over the contents of what is refused', () => {
    const values: JsonValue[] = []
    visitJson([['x'], { a: 'y' }], (each) => {
      values.push(each)
      return !(Array.isArray(each) && each[0] === 'x')
    })
    expect(values).toEqual([[['x'], { a: 'y' }], ['x'], { a: 'y' }, 'y'])
  })

  it('gives the texts in order', () => {
    expect(textsIn(own)).toEqual(['x', 'y'])
  })
})
