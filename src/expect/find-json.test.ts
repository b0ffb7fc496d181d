import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../base/measure-growth.fixture.ts'
import { findJson } from './find-json.ts'

describe('the JSON in a text', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    [' [1] \n', [1]],
    ['"text"', 'text'],
    ['Here:\n```json\n{"a":1}\n```\nAnything else?', { a: 1 }],
    ['```\n{"a":1}\n```', { a: 1 }],
    ['```ts\nconst a = 1\n```\n```json\n[2]\n```', [2]],
    ['It is {"a":1}.', undefined],
    ['```json\n{"a":\n```', undefined],
    ['```json\n{"a":1}', undefined],
    ['', undefined],
  ])('%j', (text, value) => {
    expect(findJson(text)).toEqual(value)
  })
  it('is looked for in linear time', async () => {
    const growth = await measureGrowth(2_000, (size) => expect(findJson('```\n'.repeat(size))).toBeUndefined())
    expect(growth).toBeLessThan(mostGrowth)
  }, 60_000)
})
