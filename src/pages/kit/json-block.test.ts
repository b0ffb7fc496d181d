import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indentJson } from './json-block.ts'

describe('indenting of JSON', () => {
  it('keeps short values on one line', () => {
    expect(indentJson('{"order_id":"1042","tags":[]}')).toBe('{"order_id": "1042", "tags": []}')
    expect(indentJson(' 7 ')).toBe('7')
  })

  it('breaks long ones as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const indented = indentJson(text) ?? ''
        expect(JSON.parse(indented)).toEqual(JSON.parse(text))
        if (indented.includes('\n')) expect(indented).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }),
      { seed: 1042 },
    )
  })

  it('keeps every token as it was written', () => {
    const text = `{"id":12345678901234567890,"price":1.50,"id":2,"text":"\\u202e, {not: json}","${'x'.repeat(80)}":[]}`
    const indented = indentJson(text)
    for (const token of ['"id": 12345678901234567890', '"price": 1.50', '"id": 2', '"\\u202e, {not: json}"'])
      expect(indented).toContain(token)
  })

  it.each(['', 'ok', '{"a":', "{'a': 1}"])('has nothing to say of %j', (text) => expect(indentJson(text)).toBeNull())
})
