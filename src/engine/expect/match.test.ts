import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { jsonMatcher, textMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { match } from './match.ts'
import { readPiece } from './read-expectation.fixture.ts'

const json = (yaml: string, actual: JsonValue | undefined) => match(readPiece(jsonMatcher, yaml), actual, 'value')
const text = (yaml: string, actual: JsonValue | undefined) => match(readPiece(textMatcher, yaml), actual, 'reply')

describe('match, against a value that is not there', () => {
  it.each([
    ['{ any: [{ all: [{ present: false }, { present: false }] }, 1] }', true],
    ['{ any: [{ all: [{ present: false }, 1] }, 2] }', false],
    ['{ any: [{ present: false, ignore case: true }, 1] }', true],
    ['{ any: [{ present: true }] }', false],
    ['{ any: [{ none: [{ present: true }] }] }', true],
  ])('%s: %s', (yaml, holds) => {
    expect(json(yaml, undefined).length === 0).toBe(holds)
  })
})

describe('match, against JSON', () => {
  it.each<[string, JsonValue, JsonValue | undefined]>([
    ['"1042"', '1042', 1042],
    ['1042', 1042, '1042'],
    ['null', null, undefined],
    ['true', true, 'true'],
    ['{ a: 1 }', { a: 1, b: 2 }, { a: 2 }],
    ['{ a: { b: 1 } }', { a: { b: 1, c: 2 } }, { a: { c: 2 } }],
    ['{ exactly: { a: { b: 1 } } }', { a: { b: 1 } }, { a: { b: 1, c: 2 } }],
    ['[1, 2]', [1, 2], [2, 1]],
    ['[1, 2]', [1, 2], [1, 2, 3]],
    ['{ contains: 2 }', [1, 2], [1]],
    ['{ contains: [{ sku: A }, { sku: B }] }', [{ sku: 'B' }, { sku: 'A', n: 1 }], [{ sku: 'A' }]],
    ['{ equals: { a: [1] } }', { a: [1] }, { a: [1], b: 1 }],
    ['{ equals: { a: ["café"] } }', { a: ['cafe\u0301'] }, { a: ['cafe'] }],
    ['{ contains: { one of: [2, 3] } }', [1, 3], [1]],
    ['{ contains: sku }', { sku: 1 }, { name: 'sku' }],
    ['{ at least: 3 }', 3, 2.9],
    ['{ at most: 3 }', 3, 4],
    ['{ more than: 3 }', 4, 3],
    ['{ less than: 3 }', 2, '2'],
    ['{ between: [1, 3] }', 3, 4],
    ['{ one of: [a, b] }', 'b', 'c'],
    ['{ none: [a, b] }', 'c', 'a'],
    ['{ all: [{ at least: 1 }, { at most: 3 }] }', 2, 4],
    ['{ not: { contains: x } }', 'abc', 'axc'],
    [
      '{ schema: { type: object, required: [a], properties: { a: { type: integer, minimum: 2 } } } }',
      { a: 2 },
      { a: 1 },
    ],
    ['{ schema: { type: array, items: { enum: [a, b] }, minItems: 1 } }', ['a'], ['a', 'z']],
    ['{ not: { schema: { type: string } } }', 1, 'x'],
    ['{ type: integer }', 1, 1.5],
    ['{ type: number }', 1.5, '1'],
    ['{ type: number }', '9007199254740993', 'id 9007199254740993'],
    ['{ type: number }', '1e+400', '9007199254740993 items'],
    ['{ type: number }', '0.12345678901234567890', '0.x12345678901234567890'],
    ['{ type: number }', '1e400', '9007199254740993.'],
    ['{ type: number }', '-1.5E400', '0.5'],
    ['{ type: integer }', 1e21, '12'],
    ['{ type: integer }', '9007199254740993', '0.12345678901234567890'],
    ['{ type: list }', [], {}],
    ['{ type: "null" }', null, 0],
    ['{ present: true }', null, undefined],
    ['{ present: false }', undefined as unknown as JsonValue, null],
    ['{ empty: true }', [], [1]],
    ['{ empty: true }', null, 0],
    ['{ empty: false }', 'a', ''],
    ['{ empty: false }', 0, null],
    ['{ length: 2 }', 'ab', 'abc'],
    ['{ length: { at most: 1 } }', {}, { a: 1, b: 2 }],
    ['{ length: { not: 2 } }', 'abc', 5],
    ['{ words: { not: 2 } }', 'one', ['one']],
    ['{ a: { b: { present: false } } }', { a: {} }, {}],
    ['{ not: { a: { present: false } } }', { a: 1 }, {}],
    ['{ not: { a: { present: true } } }', {}, { a: 1 }],
    ['{ not: { a: { empty: true } } }', {}, { a: '' }],
    ['{ json: { not: { a: 2 } } }', '{"a":1}', '{"a":1,"a":1}'],
    ['{ each: { at least: 1 } }', [1, 2], [1, 0]],
    ['{ json: { a: 1 } }', '{"a":1}', '{a}'],
    ['{ json: { not: 1 } }', '2', 2],
    ['{ after: 2026-01-01 }', '2026-02-01T00:00:00Z', '2025-12-31'],
    ['{ before: 2026-01-01 }', '2025-02-01', 'soon'],
    ['{ fields: { contains: 1 } }', { contains: 1 }, { contains: 2 }],
    ['{ matches: "/^a+$/" }', 'aaa', 'ab'],
    ['{ __proto__: 1 }', JSON.parse('{"__proto__":1}'), {}],
  ])('%s holds for %j and not for %j', (yaml, good, bad) => {
    expect(json(yaml, good)).toEqual([])
    expect(json(yaml, bad)).not.toEqual([])
  })
  it('names the path and the place of what fails', () => {
    const [miss] = json('items:\n  - sku: A\n  - sku: B', { items: [{ sku: 'A' }, { sku: 'C' }] })
    expect(miss).toMatchObject({
      path: 'value.items[1].sku',
      at: { line: 3, column: 10 },
      expected: '"B"',
      actual: 'C',
    })
  })
  it('says when only the kind differs', () => {
    expect(json('1042', '1042')[0]?.expected).toBe('the number 1042 (a text stands in quotes: "1042")')
    expect(json('"1042"', 1042)[0]?.expected).toBe('the text "1042"')
  })
  it.each<[string, JsonValue | undefined, string[]]>([
    ['1042', '1043', ['1042']],
    ['{ equals: { a: 1 } }', { a: 2 }, ['{"a":1}']],
    ['{ json: { a: 1 } }', 'no JSON', ['text that is JSON']],
    [
      '{ all: [{ at least: 1 }, { present: false }, { type: text }] }',
      undefined,
      ['at least 1', 'a value of the type text'],
    ],
    ['{ contains: A, ignore case: true }', undefined, ['something that contains "A"']],
  ])('%s, held against %j, says what it expects', (yaml, actual, expected) => {
    expect(json(yaml, actual).map((miss) => miss.expected)).toEqual(expected)
  })
  it('says which of those that must not hold does', () => {
    expect(json('{ none: [a, b] }', 'b')).toMatchObject([{ at: { column: 13 }, expected: 'not "b"', actual: 'b' }])
  })
  it('says what is expected of members where that is short', () => {
    expect(json('{ one of: [{ a: 1 }, { b: { at least: 2 } }] }', {})[0]?.expected).toBe(
      'one of an object with a: 1 or an object with b: at least 2',
    )
    expect(json('{ not: { a: null } }', { a: null })[0]?.expected).toBe('not an object with a: null')
  })
  it('names every member that is too many', () => {
    expect(json('{ exactly: { a: 1 } }', { a: 1, b: 2, c: 3 }).map(({ path }) => path)).toEqual(['value.b', 'value.c'])
  })
})

describe('match, with a condition that nothing can be held against', () => {
  const at = { file: 'test.yaml', line: 1, column: 1, length: 1 }
  it.each<[string, Matcher, string]>([
    ['a variable without a value', { kind: 'unjudgeable', why: 'no value', at }, 'something else: no value'],
    ['a schema that is none', { kind: 'schema', schema: { type: 'nonsense' }, at }, 'a value valid under the schema'],
  ])('never holds: %s', (_, matcher, expected) => {
    expect(match(matcher, 'x', 'value')).toEqual([{ at, path: 'value', expected, actual: 'x' }])
  })
})

describe('match, against text', () => {
  it.each<[string, string, string]>([
    ['1042', '1042', '1043'],
    ['012', '012', '12'],
    ['{ contains: [1042, shipped] }', 'shipped: 1042', 'shipped'],
    ['{ contains: "a.b" }', 'a.b', 'axb'],
    ['{ starts with: Dear }', 'Dear Asha', 'My Dear'],
    ['{ ends with: "." }', 'Yes.', 'Yes'],
    ['{ contains: HELLO, ignore case: true }', 'hello', 'help'],
    ['{ equals: "a b", ignore spaces: true }', ' a \n b ', 'ab'],
    ['{ matches: "/café/" }', 'cafe\u0301', 'cafe'],
    ['{ matches: "/straße/", ignore case: true }', 'Straße', 'Strase'],
    ['{ matches: "/don’t/", ignore: quotes }', "I don't", 'I do'],
    ['{ matches: "/^（１.２）$/", ignore: width }', '(1x2)', '1x2'],
    ['{ matches: "/^ｶﾞ$/", ignore: width }', 'ガ', 'カ'],
    ['{ any: [{ contains: B C, ignore spaces: true }], ignore case: true }', 'a b  c', 'a bc'],
    ['{ not: { contains: B C, ignore spaces: true }, ignore case: true }', 'a bc', 'a b  c'],
    ['{ contains: { any: [{ equals: B, ignore: quotes }] }, ignore case: true }', 'a b', 'a c'],
    ['{ all: [{ contains: A, ignore case: false }], ignore case: true }', 'a', 'b'],
    ['{ words: 3 }', 'three little words', 'two words'],
    ['{ words: { at least: 2 } }', '東京 大阪', '東京'],
    ['{ sentences: 2 }', 'One. Two.', 'One.'],
    ['{ equals: "a\\nb" }', 'a\r\nb', 'a b'],
    ['{ matches: "/cafe\u0301/" }', 'café', 'cafe'],
    ['{ length: 4 }', 'cafe\u0301', 'cafés'],
    ['{ contains: { all: [a, c] } }', 'ac', 'ab'],
    ['{ contains: { starts with: b } }', 'abc', 'acd'],
  ])('%s holds for %j and not for %j', (yaml, good, bad) => {
    expect(text(yaml, good)).toEqual([])
    expect(text(yaml, bad)).not.toEqual([])
  })
  it('points at the part that is missing', () => {
    expect(text('contains: [here, gone, lost]', 'here')).toMatchObject([
      { at: { line: 1, column: 18 }, expected: 'something that contains "gone"' },
      { at: { line: 1, column: 24 }, expected: 'something that contains "lost"' },
    ])
  })
  it('shows a count as a number', () => {
    expect(text('{ words: 2 }', 'one')).toMatchObject([{ path: 'reply (words)', expected: '2', actual: 1 }])
  })
  it.each([
    ['{ starts with: Dear }', 'text that starts with "Dear"'],
    ['{ ends with: Bye }', 'text that ends with "Bye"'],
    ['{ matches: /Bye/ }', 'text that matches /Bye/'],
  ])('shows what %s wants', (yaml, expected) => {
    expect(text(yaml, 'nothing')).toMatchObject([{ expected }])
  })
  it('takes linear time on a pattern that explodes elsewhere', () => {
    expect(text('{ matches: "/^(a+)+$/" }', `${'a'.repeat(5_000)}!`)).not.toEqual([])
  })
})

describe('a miss by capitals alone', () => {
  it.each([
    ['Hello', 'hello'],
    ['{ contains: Friday }', 'on friday'],
    ['{ starts with: Dear }', 'DEAR all'],
    ['{ ends with: Bye }', 'good bye'],
    ['{ matches: Order \\d+ }', 'order 12'],
    ['{ one of: [Sure, Nope] }', 'sure'],
    ['{ contains: { one of: [Mon, Tue] } }', 'on tue'],
    ['{ all: [{ contains: MON }] }', 'on mon'],
  ])('of %s says so', (yaml, actual) => {
    expect(text(yaml, actual)).toMatchObject([{ differsOnlyIn: 'case' }])
    expect(json(yaml, actual)).toMatchObject([{ differsOnlyIn: 'case' }])
  })
  it('says so of a member, an item and a value of JSON', () => {
    expect(json('{ a: [X] }', { a: ['x'] })).toMatchObject([{ differsOnlyIn: 'case' }])
    expect(json('{ contains: X }', ['y', 'x'])).toMatchObject([{ differsOnlyIn: 'case' }])
    expect(json('{ equals: { a: X } }', { a: 'x' })).toMatchObject([{ differsOnlyIn: 'case' }])
  })
  it.each([
    ['{ contains: Friday }', 'on monday'],
    ['{ not: { contains: friday } }', 'on friday'],
    ['{ contains: Friday, ignore case: true }', 'on monday'],
    ['{ one of: [Sure, Nope] }', 'maybe'],
  ])('is not what keeps %s from holding of %s', (yaml, actual) => {
    expect(text(yaml, actual)).toEqual([expect.not.objectContaining({ differsOnlyIn: 'case' })])
  })
  it('is not said of a list of which no item has the text', () => {
    expect(json('{ contains: X }', ['y', 'z'])).toEqual([expect.not.objectContaining({ differsOnlyIn: 'case' })])
  })
  it('is said of the part that it is of', () => {
    expect(text('{ contains: [Monday, Friday] }', 'on friday').map((each) => each.differsOnlyIn)).toEqual([
      undefined,
      'case',
    ])
  })
})
