import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { jsonMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { match } from './match.ts'
import { readPiece } from './read-expectation.fixture.ts'

const misses = (schema: string, actual: JsonValue | undefined) =>
  match(readPiece(jsonMatcher, `{ schema: ${schema} }`), actual, 'value').map(({ path, actual }) => [path, actual])

describe('a JSON Schema', () => {
  it.each<[string, JsonValue, [string, JsonValue?][]]>([
    ['{ type: integer }', 1.5, [['value', 1.5]]],
    [
      '{ type: object, properties: { a: { type: object, properties: { name: { type: string } } } } }',
      { a: { name: 1 } },
      [['value.a.name', 1]],
    ],
    ['{ type: array, items: { type: integer, minimum: 2 } }', [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0], [['value[11]', 0]]],
    [
      '{ type: object, properties: { l: { type: array, items: { type: string } } } }',
      { l: ['a', 7] },
      [['value.l[1]', 7]],
    ],
  ])('%s names where %j breaks it', (schema, actual, broken) => {
    expect(misses(schema, actual)).toEqual(broken)
  })
  it('is not met by nothing', () => {
    expect(misses('{ type: [object, "null"] }', undefined)).toEqual([['value', undefined]])
    expect(misses('{ type: [object, "null"] }', null)).toEqual([])
  })
})

/** A number of more digits than a double holds, and the same digits in quotes, wherever a value may stand. */
const digits = '9007199254740993'
const places: [string, (value: string) => string, (condition: string) => string][] = [
  ['a member', (value) => `{"p": ${value}}`, (condition) => `{ p: ${condition} }`],
  ['a member of a member', (value) => `{"a": {"p": ${value}}}`, (condition) => `{ a: { p: ${condition} } }`],
  ['a path', (value) => `{"a": [{"p": ${value}}]}`, (condition) => `{ "a[0].p": ${condition} }`],
  ['an item', (value) => `[1, ${value}]`, (condition) => `[1, ${condition}]`],
  ['each item', (value) => `[${value}, ${value}]`, (condition) => `{ each: ${condition} }`],
  ['the whole', (value) => value, (condition) => condition],
]

describe.each(places)('a long number as %s', (_, write, expectAt) => {
  const holds = (condition: string, value: string) =>
    match(readPiece(jsonMatcher, `{ json: ${expectAt(condition)} }`), write(value), 'reply').length === 0
  it.each([
    ['{ schema: { type: integer } }', true, false],
    ['{ schema: { type: number, minimum: 9 } }', true, false],
    ['{ schema: { type: string } }', false, true],
    ['{ schema: { type: string, pattern: "^9" } }', false, true],
    ['{ type: text }', false, true],
    ['{ not: { type: text } }', true, false],
    ['{ all: [{ schema: { type: [integer, "null"] } }, { present: true }] }', true, false],
    [`"${digits}"`, true, true],
    ['{ type: integer }', true, true],
    ['{ more than: 5 }', true, true],
  ])('meets %s as it should', (condition, asNumber, asText) => {
    expect([holds(condition, digits), holds(condition, `"${digits}"`)]).toEqual([asNumber, asText])
  })
})

it('knows long numbers in the schema of the whole document', () => {
  const schema = '{ type: object, properties: { p: { type: array, items: { type: integer } } } }'
  const holds = (text: string) => match(readPiece(jsonMatcher, `{ json: { schema: ${schema} } }`), text, 'reply').length
  expect([holds(`{"p": [1, ${digits}]}`), holds(`{"p": [1, "${digits}"]}`)]).toEqual([0, 1])
})

it('divides decimals as they are written', () => {
  const schema = '{ type: number, multipleOf: 0.01 }'
  expect(misses(schema, 19.99)).toEqual([])
  expect(misses(schema, 19.999)).toEqual([['value', 19.999]])
  expect(match(readPiece(jsonMatcher, `{ not: { schema: ${schema} } }`), 19.99, 'value')).toHaveLength(1)
})
