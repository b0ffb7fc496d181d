import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json.ts'
import { jsonMatcher } from '../../suite/language/read-matcher.ts'
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
