import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashJson } from './hash-json.ts'
import type { JsonValue } from './json.ts'

/** A straightforward reference implementation. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`
}

describe('the hash of a JSON value', () => {
  it('is that of its text with members in order, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonical(value as JsonValue)
        expect(hashJson(value)).toBe(createHash('sha256').update(text).digest('hex').slice(0, 16))
      }),
      { numRuns: 300, seed: 20261121 },
    )
  })
  it('does not hold what is left out, nor what is undefined', () => {
    const isNote = (name: string, member: unknown): boolean => name === 'note' && typeof member === 'string'
    const whole = { a: 1, note: 'x', b: undefined, c: [{ note: 'y' }, { note: 3 }] }
    expect(hashJson(whole, isNote)).toBe(hashJson({ a: 1, c: [{}, { note: 3 }] }))
  })
})
