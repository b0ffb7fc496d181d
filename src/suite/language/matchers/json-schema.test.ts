import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { compileSchema } from './json-schema.ts'

/** Every constraining keyword of draft 2020-12: a schema with it, a valid value, and an invalid one. */
const rows: [keyword: string, schema: JsonObject, valid: JsonValue, invalid: JsonValue][] = [
  ['type', { type: 'string' }, 'a', 1],
  ['enum', { enum: ['a', 2] }, 2, 'b'],
  ['const', { const: { a: 1 } }, { a: 1 }, { a: 2 }],
  ['minimum', { type: 'number', minimum: 3 }, 3, 2],
  ['maximum', { type: 'number', maximum: 3 }, 3, 4],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 3 }, 4, 3],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 3 }, 2, 3],
  ['multipleOf', { type: 'number', multipleOf: 5 }, 10, 11],
  ['minLength', { type: 'string', minLength: 2 }, 'ab', 'a'],
  ['maxLength', { type: 'string', maxLength: 2 }, 'ab', 'abc'],
  ['pattern', { type: 'string', pattern: '^A-\\d+$' }, 'A-1', 'B-1'],
  ['format', { type: 'string', format: 'date' }, '2026-03-01', '2026-13-01'],
  ['items', { type: 'array', items: { type: 'string', pattern: '^a' } }, ['ab'], ['ab', 'b']],
  ['prefixItems', { type: 'array', minItems: 1, items: false, prefixItems: [{ const: 1 }] }, [1], [2]],
  ['prefixItems alone', { type: 'array', prefixItems: [{ type: 'string' }] }, [], [1]],
  ['$anchor', { $ref: '#word', $defs: { word: { $anchor: 'word', type: 'string' } } }, 'a', 1],
  ['contains', { type: 'array', contains: { const: 1 } }, [0, 1], [0]],
  ['minContains', { type: 'array', contains: { const: 1 }, minContains: 2 }, [1, 1], [1, 0]],
  ['maxContains', { type: 'array', contains: { const: 1 }, maxContains: 1 }, [1, 0], [1, 1]],
  ['minItems', { type: 'array', minItems: 1 }, [1], []],
  ['maxItems', { type: 'array', maxItems: 1 }, [1], [1, 2]],
  ['uniqueItems', { type: 'array', uniqueItems: true }, [1, 2], [1, 1]],
  ['unevaluatedItems', { type: 'array', unevaluatedItems: false }, [], [1]],
  ['properties', { type: 'object', properties: { a: { type: 'number' } } }, { a: 1 }, { a: 'x' }],
  ['required', { type: 'object', required: ['a'] }, { a: 1 }, { b: 1 }],
  ['additionalProperties', { type: 'object', additionalProperties: false }, {}, { a: 1 }],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^a': { type: 'number' } }, additionalProperties: false },
    { ab: 1 },
    { b: 1 },
  ],
  ['propertyNames', { type: 'object', propertyNames: { type: 'string', pattern: '^a' } }, { ab: 1 }, { b: 1 }],
  ['minProperties', { type: 'object', minProperties: 1 }, { a: 1 }, {}],
  ['maxProperties', { type: 'object', maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  ['dependentRequired', { type: 'object', dependentRequired: { a: ['b'] } }, { a: 1, b: 2 }, { a: 1 }],
  [
    'dependentSchemas',
    { type: 'object', dependentSchemas: { a: { type: 'object', required: ['b'] } } },
    { a: 1, b: 2 },
    { a: 1 },
  ],
  ['unevaluatedProperties', { type: 'object', unevaluatedProperties: false }, {}, { a: 1 }],
  [
    'allOf',
    {
      allOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: 'b$' },
      ],
    },
    'ab',
    'ac',
  ],
  [
    'anyOf',
    {
      anyOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: '^b' },
      ],
    },
    'b',
    'c',
  ],
  [
    'oneOf',
    {
      oneOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: 'b$' },
      ],
    },
    'a',
    'ab',
  ],
  ['not', { not: { type: 'string', pattern: '^a' } }, 'b', 'a'],
  ['if and else', { if: { type: 'string', pattern: '^a' }, else: { const: 'b' } }, 'a', 'c'],
  ['then', JSON.parse('{ "if": { "type": "string", "pattern": "^a" }, "then": { "const": "a" } }'), 'a', 'ab'],
  ['$ref', { $ref: '#/$defs/a', $defs: { a: { type: 'string', pattern: '^a' } } }, 'a', 'b'],
  ['boolean', { type: 'object', properties: { a: false } }, {}, { a: 1 }],
]

function isValid(schema: JsonObject, value: JsonValue): boolean {
  const compiled = compileSchema(schema)
  if (!compiled.ok) throw new Error(compiled.reason)
  return compiled.violations(value).length === 0
}

describe('a JSON Schema', () => {
  it.each(rows)('holds a value to %s', (_, schema, valid, invalid) => {
    expect([isValid(schema, valid), isValid(schema, invalid)]).toEqual([true, false])
  })

  it.each(['contentEncoding', 'contentMediaType', 'contentSchema'])(
    'is refused with %s, which nobody checks',
    (name) => {
      const value = name === 'contentSchema' ? { type: 'number' } : 'x'
      expect(compileSchema({ type: 'object', properties: { a: { type: 'string', [name]: value } } })).toMatchObject({
        ok: false,
        reason: `"${name}" only annotates a text, and nothing is checked against it`,
      })
    },
  )

  it('keeps each of its patterns apart from all others, of this schema and of those before', () => {
    const texts = ['a1', 'b1', 'c1']
    const patterned = (letter: string): JsonObject => ({ type: 'string', pattern: `^${letter}` })
    const table = ['a', 'b', 'c'].map((letter) => texts.map((text) => isValid(patterned(letter), text)))
    expect(table).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ])
    const members = { a: patterned('x'), b: patterned('y'), c: { type: 'array', items: patterned('z') } }
    const schema: JsonObject = { type: 'object', properties: members }
    expect([
      isValid(schema, { a: 'x', b: 'y', c: ['z'] }),
      isValid(schema, { a: 'y', b: 'y', c: ['z'] }),
      isValid(schema, { a: 'x', b: 'x', c: ['z'] }),
      isValid(schema, { a: 'x', b: 'y', c: ['y'] }),
    ]).toEqual([true, false, false, false])
  })
})
