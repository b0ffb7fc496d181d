import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { writeSorted } from '../../base/json/walk-json.ts'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { diffValues } from './diff-values.ts'

const show = (a: JsonValue, b: JsonValue): string[] =>
  diffValues(a, b).map(
    ({ path, a: one, b: two }) => `${path}: ${JSON.stringify(one) ?? '-'} -> ${JSON.stringify(two) ?? '-'}`,
  )

describe('diffValues', () => {
  it.each<[JsonValue, JsonValue, string[]]>([
    [{ id: 1, name: 'x' }, { name: 'x', id: 1 }, []],
    [{ items: [{ price: 2, sku: 'a' }] }, { items: [{ price: 3, sku: 'a' }] }, ['items[0].price: 2 -> 3']],
    [{ a: 1 }, { b: 2 }, ['a: 1 -> -', 'b: - -> 2']],
    [{ 'due date': 'Mon' }, { 'due date': 'Tue' }, ['["due date"]: "Mon" -> "Tue"']],
    [[{ sku: 'a' }, { sku: 'b' }], [{ sku: 'n' }, { sku: 'a' }, { sku: 'b' }], ['[0]: - -> {"sku":"n"}']],
    ['ok', { ok: true }, [': "ok" -> {"ok":true}']],
    [{ a: null }, {}, ['a: null -> -']],
    [{ a: { b: { c: [1, 2] } } }, { a: { b: { c: [1] } } }, ['a.b.c[1]: 2 -> -']],
    [JSON.parse('{"__proto__": 1}'), {}, ['__proto__: 1 -> -']],
  ])('%j -> %j', (a, b, lines) => {
    expect(show(a, b)).toEqual(lines)
  })
  it('carries the words of texts', () => {
    expect(diffValues({ note: 'call me' }, { note: 'call him' })[0]?.words).toEqual([
      { kind: 'same', text: 'call ' },
      { kind: 'removed', text: 'me' },
      { kind: 'added', text: 'him' },
    ])
  })
  it('finds a difference exactly where values differ', () => {
    const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(diffValues(a, a)).toEqual([])
        expect(diffValues(a, b).length === 0).toBe(writeSorted(a) === writeSorted(b))
      }),
      { seed: 16 },
    )
  })
  it('survives deep values', () => {
    const deep = (leaf: JsonValue): JsonValue =>
      Array.from({ length: 2_000 }).reduce<JsonValue>((value) => [value], leaf)
    expect(diffValues(deep(1), deep(2))).toHaveLength(1)
  })
  it('takes no longer for large values than they are large', async () => {
    const growth = await measureGrowth(1_000, (length) => {
      const rows = (n: number): JsonValue => Array.from({ length }, (_, id) => ({ id, n }))
      expect(diffValues(rows(1), rows(2)).length).toBeGreaterThan(0)
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})
