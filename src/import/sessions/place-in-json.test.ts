import { describe, expect, it } from 'vitest'
import { lineAndColumn, offsetInJson, readPath } from './place-in-json.ts'

const text = '{\n  "a\\"b": [1, {"c": "x]}"}],\n  "data": { "list": [ [ ], {"d": true } ], "e": 3 }\n}'

describe('offsetInJson', () => {
  it.each([
    ['data.list[1].d', 'true'],
    ['data.e', '3'],
    ['data.list[0]', '[ ]'],
    ['data.list[7].x', '[ [ ]'],
    ['nothing', '{\n'],
  ])('%s', (path, start) => {
    expect(text.slice(offsetInJson(text, readPath(path))).startsWith(start)).toBe(true)
  })
  it('counts lines and columns from 1', () => {
    expect(lineAndColumn(text, offsetInJson(text, ['data', 'e']))).toEqual({ line: 3, column: 49 })
    expect(lineAndColumn(text, 0)).toEqual({ line: 1, column: 1 })
  })
})
