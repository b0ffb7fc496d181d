import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { findJson } from './match.ts'

describe('the JSON in a text', () => {
  it.each([
    ['{"a":1}', [{ a: 1 }]],
    [' [1] \n', [[1]]],
    ['"text"', ['text']],
    ['null', [null]],
    ['Here:\n```json\n{"a":1}\n```\nAnything else?', [{ a: 1 }]],
    ['```\n{"a":1}\n```', [{ a: 1 }]],
    ['```ts\nconst a = 1\n```\n```json\n[2]\n```', [[2]]],
    ['```json\n{"a":1}\n```\nor\n```json\nnull\n```', [{ a: 1 }, null]],
    ['It is {"a":1}.', []],
    ['```json\n{"a":\n```', []],
    ['```json\n{"a":1}', []],
    ['```\n{"a":"```"}\n```', [{ a: '```' }]],
    ['```\n{"a":1} ```', []],
    ['See ```\n{"a":1}\n```', []],
    ['{"a":1,"a":2}', []],
    ['```\n{"a":1,"a":1}\n```\n```\n3\n```', [3]],
    [`${'['.repeat(501)}${']'.repeat(501)}`, []],
    ['', []],
  ])('%j', (text, values) => {
    expect(findJson(text)).toEqual(values)
  })
  it('is looked for in linear time', async () => {
    const growth = await measureGrowth(2_000, (size) => expect(findJson('```\n'.repeat(size))).toEqual([]))
    expect(growth).toBeLessThan(mostGrowth)
  }, 60_000)
})
