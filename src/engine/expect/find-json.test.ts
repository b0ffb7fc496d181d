import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { findJson } from './find-json.ts'

describe('the JSON in a text', () => {
  it.each([
    ['{"a":1}', [{ a: 1 }]],
    [' [1] \n', [[1]]],
    ['"text"', ['text']],
    ['null', [null]],
    ['It is {"a":1}.', []],
    ['', []],
  ])('is the whole text: %j', (text, values) => {
    expect(valuesIn(text)).toEqual(values)
  })

  it.each([
    ['Here:\n```json\n{"a":1}\n```\nAnything else?', [{ a: 1 }]],
    ['```\n{"a":1}\n```', [{ a: 1 }]],
    ['```\r\n{"a":1}\r\n```\r\n', [{ a: 1 }]],
    ['```ts\nconst a = 1\n```\n```json\n[2]\n```', [[2]]],
    ['```json\n{"a":1}\n```\nor\n```json\nnull\n```', [{ a: 1 }, null]],
    ['~~~json\n{"a":1}\n~~~', [{ a: 1 }]],
    ['~~~\n[1]\n~~~\n```\n[2]\n```', [[1], [2]]],
    ['````json\n{"a":"```"}\n````', [{ a: '```' }]],
    ['````md\n```json\n[1]\n```\n````', [[1]]],
    ['```\n{"a":"```"}\n```', [{ a: '```' }]],
    ['```\n{"a":"\\"\\n```\\n[1]"}\n```', [{ a: '"\n```\n[1]' }]],
    ['```json title=x\n\n  -1.5e3\n\n```', [-1500]],
    ['1. Like this:\n\n   ```json\n   [1]\n   ```', [[1]]],
    ['     ```json\n     [1]\n     ```', [[1]]],
    ['```json\n{"a":\n```', []],
    ['```json\n[1] and more\n```', []],
    ['```json\n[1,]\n```', []],
    ['```ts\nlet a\n```\n[1]\n```ts\nlet b\n```', []],
  ])('is in fenced blocks: %j', (text, values) => {
    expect(valuesIn(text)).toEqual(values)
  })

  it.each([
    ['x ```json\n{"a":1}\n``` ```json\n{"a":2}\n``` ', [{ a: 1 }, { a: 2 }]],
    ['x ```json\n{"a":1}\n``` ```json\n{"a":2}\n``` ```json\n{"a":3}\n```', [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ['```json\n{"a":1}\n``` and ~~~json\n[2]\n~~~', [{ a: 1 }, [2]]],
    ['```json\n{"a":1}', [{ a: 1 }]],
    ['```\n{"a":1} ```', [{ a: 1 }]],
    ['See ```\n{"a":1}\n```', [{ a: 1 }]],
    ['See ```\nnothing\n```\n```\n{"a":1}\n```', [{ a: 1 }]],
    ['- ```json\n  {"a":1}\n  ```', [{ a: 1 }]],
    ['```json {"a":1}```', [{ a: 1 }]],
    ['```{"a":1}\n```', [{ a: 1 }]],
    ['```json{\n"a":1}\n```', [{ a: 1 }]],
    ['```JSON5 [1]\n~~~', [[1]]],
    ['```ts\nlet a\n```json\n{"a":1}\n```', [{ a: 1 }]],
    ['> ```json\n> {\n>   "a": 1\n> }\n> ```', [{ a: 1 }]],
    ['> > ~~~\n>> [1]\n> > ~~~', [[1]]],
    ['Use ```x``` for\n[1]', []],
    ['```json and\nsome text', []],
  ])('is in blocks that are badly fenced: %j', (text, values) => {
    expect(valuesIn(text)).toEqual(values)
  })

  const twice = 'the member a appears twice in it'
  const deep = 'it is nested deeper than 500 levels'
  it.each([
    ['{"a":1,"a":2}', [{ unclear: twice }]],
    ['{"a":1,"\\u0061":1}', [{ unclear: twice }]],
    ['```\n{"a":1,"a":1}\n```\n```\n3\n```', [{ unclear: twice }, { value: 3 }]],
    ['[{"b":{"a":1,"a":1}}]', [{ unclear: 'the member [0].b.a appears twice in it' }]],
    ['{"":1,"":1}', [{ unclear: 'the member "" appears twice in it' }]],
    [`{"${'b'.repeat(81)}":{"":1,"":1}}`, [{ unclear: `the member ${'b'.repeat(79)}… appears twice in it` }]],
    [nested(501), [{ unclear: deep }]],
    [nested(500), [{ value: JSON.parse(nested(500)) }]],
    [`x ~~~\n${nested(501)}\n~~~`, [{ unclear: deep }]],
    [nested(501).slice(1), []],
    ['```\n{"a":1,"a":\n```', []],
  ])('is unclear if nobody can be sure of it: %j', (text, reading) => {
    expect(findJson(text)).toEqual(reading)
  })

  it.each([
    ['fences', (size: number) => '```\n'.repeat(size)],
    ['fences on one line', (size: number) => '``` '.repeat(size)],
    ['other fences on one line', (size: number) => '~~~ '.repeat(size)],
    ['fences of which each may close the first', (size: number) => `~~~~\n${'~~~\n'.repeat(size)}`],
    ['open lists', (size: number) => '```\n['.repeat(size)],
    ['open lists on one line', (size: number) => '```['.repeat(size)],
    ['open texts', (size: number) => '```["'.repeat(size)],
    ['fences in texts', (size: number) => `\`\`\`\n[${'"```[",'.repeat(size)}`],
    ['fences in texts that are JSON', (size: number) => `\`\`\`\n[${'"```[1]```","~~~{}~~~",'.repeat(size)}1]\n\`\`\``],
    ['fences between texts', (size: number) => `\`\`\`\n[${'"```[","",'.repeat(size)}`],
    ['white space', (size: number) => `\`\`\`json ${' \n'.repeat(size)}`],
    ['white space after lists', (size: number) => `\`\`\`[1]${' '.repeat(99)}x`.repeat(size / 10)],
    ['blocks', (size: number) => 'x ```json\n{"a":1}\n``` '.repeat(size)],
    ['quoted blocks', (size: number) => '> ```json\n> {"a":1}\n> ```\n\n'.repeat(size)],
  ])('is looked for in linear time: %s', { tags: 'slow' }, async (_, textOf) => {
    expect(await measureGrowth(2_000, (size) => findJson(textOf(size)))).toBeLessThan(mostGrowth)
  })
})

/** The values of all JSON in a text, none of which may be unclear. */
function valuesIn(text: string): unknown[] {
  return findJson(text).map((each) => ('value' in each ? each.value : each))
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`
}
