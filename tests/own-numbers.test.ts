// @module-tag stress
import { describe, expect, it } from 'vitest'
import comparisonSchema from '../schema/comparison.json' with { type: 'json' }
import resultSchema from '../schema/result.json' with { type: 'json' }
import { opensInResult } from '../src/app/config/concealer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../src/base/json/json.ts'
import { findPrivate } from '../src/base/privacy/find.ts'
import { createSwapper } from '../src/base/privacy/replace.ts'

/** The digits of the fraction form a card number, as happens for one measured time in ten. */
const measured = 119.41111111111111
const card = 4111111111111111

/**
 * A value with every member that a schema allows. Tableread's own numbers are `measured`; values that others
 * sent contain a card.
 */
function madeOf(schema: JsonObject, definitions: JsonObject, ancestors: readonly string[] = []): JsonValue[] {
  const { $ref: name } = schema
  if (typeof name === 'string') {
    const definition = name.replace('#/$defs/', '')
    return ancestors.includes(definition)
      ? []
      : madeOf(definitions[definition] as JsonObject, definitions, [...ancestors, definition])
  }
  const arms = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? (each as JsonObject[]) : []))
  if (arms.length > 0) return arms.flatMap((each) => madeOf(each, definitions, ancestors))
  if ('const' in schema) return [schema.const as JsonValue]
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, 1)
  if (Array.isArray(schema.type))
    return schema.type.flatMap((type) => madeOf({ ...schema, type }, definitions, ancestors))
  const below = (each: JsonValue | undefined): JsonValue[] =>
    isJsonObject(each) ? madeOf(each, definitions, ancestors) : []
  switch (schema.type) {
    case 'number':
    case 'integer':
      return [measured]
    case 'string':
      return ['text']
    case 'boolean':
      return [true]
    case 'null':
      return []
    case 'array':
      return [(Array.isArray(schema.prefixItems) ? schema.prefixItems : [schema.items]).flatMap(below)]
    case 'object': {
      const { properties, additionalProperties } = schema
      const entries = isJsonObject(properties) ? Object.entries(properties) : []
      const members = entries.map(([key, each]) => [key, below(each)] as const)
      const most = Math.max(1, ...members.map(([, values]) => values.length))
      // Each alternative of a member gets its own object, so that every place of the schema is covered.
      return Array.from({ length: most }, (_, index) =>
        Object.fromEntries([
          ...members.flatMap(([key, values]) => {
            const value = values[Math.min(index, values.length - 1)]
            return value === undefined ? [] : [[key, value] as const]
          }),
          ...(isJsonObject(additionalProperties)
            ? below(additionalProperties).map((value) => ['any', value] as const)
            : []),
        ]),
      )
    }
    default:
      return [{ of: [card, { others: String(card) }] }, card]
  }
}

function count(value: JsonValue, sought: JsonValue): number {
  if (value === sought) return 1
  return value !== null && typeof value === 'object'
    ? Object.values(value).reduce<number>((sum, each) => sum + count(each as JsonValue, sought), 0)
    : 0
}

describe.each([
  ['a run', resultSchema],
  ['a comparison', comparisonSchema],
])('the result of %s', (_, schema) => {
  const { $defs, ...whole } = schema as unknown as JsonObject & { $defs: JsonObject }
  const values = madeOf(whole, $defs)
  // A recurring value could hide a forgotten place, so each definition is checked by itself.
  const definitions = Object.entries($defs).flatMap(([name, each]) => madeOf(each as JsonObject, $defs, [name]))

  it('keeps every number that is our own, and none that others sent', () => {
    const all = [...values, ...definitions]
    expect(count(all, measured)).toBeGreaterThan(20)
    expect(count(all, card)).toBeGreaterThan(5)
    for (const value of all) {
      const privateValues = findPrivate(value, { named: [], custom: [], opens: opensInResult })
      const swaps = [String(card), '41111111111111'].map((from) => ({ from, to: '<card 1>', digits: true }))
      const clean = createSwapper(swaps, opensInResult)(value)
      expect(privateValues.length > 0).toBe(count(value, card) + count(value, String(card)) > 0)
      expect(count(clean, measured)).toBe(count(value, measured))
      expect([count(clean, card), count(clean, String(card))]).toEqual([0, 0])
    }
  })
})
