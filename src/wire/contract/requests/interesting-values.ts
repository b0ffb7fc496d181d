import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'

/** Texts that tend to break services: blanks, controls, lone surrogates, marks, syntax, long texts. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ' ',
      '0',
      'true',
      'null',
      '\u0000',
      '\ud83d\ude00 ' + 'e\u0301',
      '\ud800',
      '\u202Eabc',
      '\u200b',
      '${first_name}',
      '{{name}}',
      '$& $1',
      '../../x',
      '__proto__',
      '<b>&amp;',
      'x'.repeat(5_000),
    ),
  },
)

export const plainText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('Hello', 'Where is my order 7?', 'Ünïcode 日本 🙂', '1', 'a\nb'),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== ''),
)

/** Names other than those given. */
export function unknownName(names: readonly string[]): fc.Arbitrary<string> {
  const folded = new Set(names.map((name) => name.trim().toLowerCase()))
  return fc
    .oneof(
      fc.constantFrom('no such name', 'constructor', '__proto__', '0', 'Ω'),
      fc.string({ minLength: 1, maxLength: 20 }),
    )
    .filter((name) => name.trim() !== '' && !folded.has(name.trim().toLowerCase()))
}

export const unknownId: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.constantFrom('no-such-id', '0', 'null', 'undefined'),
)

/** Values of none of the given kinds, and never null (ENV-13 is another rule). */
export function wrongType(...right: ('string' | 'number' | 'boolean' | 'object' | 'array')[]): fc.Arbitrary<JsonValue> {
  const values: Record<(typeof right)[number], fc.Arbitrary<JsonValue>> = {
    string: fc.oneof(fc.constantFrom('', 'true', '1', '{}', '[]'), fc.string({ maxLength: 8 })),
    number: fc.constantFrom(0, 1, -1, 1.5, 1e308, 12_025_550_143),
    boolean: fc.boolean(),
    object: fc.constantFrom<JsonValue[]>({}, { value: 'x' }, { length: 1 }),
    array: fc.constantFrom<JsonValue[]>([], ['x'], [1], [[]]),
  }
  const kinds = Object.keys(values) as (typeof right)[number][]
  return fc.oneof(...kinds.filter((kind) => !right.includes(kind)).map((kind) => values[kind]))
}

/** Instants around which clocks go wrong: ends of years and months, leap days, changes of daylight saving time. */
export const instant: fc.Arbitrary<number> = fc.oneof(
  fc
    .constantFrom(
      '2030-01-01T00:00:00Z',
      '2029-12-31T23:59:59Z',
      '2028-02-29T12:00:00Z',
      '2027-03-14T06:59:00Z',
      '2027-03-14T07:30:00Z',
      '2027-11-07T05:30:00Z',
      '2027-03-28T00:59:59Z',
      '2027-10-31T01:00:00Z',
    )
    .map((text) => Date.parse(text)),
  fc
    .integer({ min: Date.parse('2027-01-01T00:00:00Z') / 60_000, max: Date.parse('2031-01-01T00:00:00Z') / 60_000 })
    .map((minute) => minute * 60_000),
)

/** An instant in the form that all operations accept. */
export function writeInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`
}

export const hour: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('00:00', '09:00', '12:30', '18:00', '23:59'),
  fc
    .nat(1439)
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`),
)

/** IANA time zones, with and without daylight saving time, some with offsets that are not whole hours. */
export const zones: readonly string[] = [
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
]

export const zone: fc.Arbitrary<string> = fc.constantFrom(...zones)

/** A customer's phone number, with or without a plus. These numbers belong to nobody. */
export const customerNumber: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '+'), fc.integer({ min: 0, max: 8_999 }))
  .map(([plus, digits]) => `${plus}1555010${String(digits).padStart(4, '0')}`)

/** A customer's email address, in a domain reserved for examples. */
export const customerEmail: fc.Arbitrary<string> = fc.nat(9_999).map((number) => `customer${number}@example.com`)

export const details: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom('first_name', 'customer_name', 'tier', 'a'),
  plainText,
  { maxKeys: 3 },
)

/** Objects with all the required members and some of the optional ones; they shrink to just the required ones. */
export function pickMembers(
  required: Record<string, fc.Arbitrary<JsonValue>>,
  optional: Record<string, fc.Arbitrary<JsonValue>>,
): fc.Arbitrary<JsonObject> {
  return fc
    .record({ ...required, ...optional }, { requiredKeys: Object.keys(required) })
    .map(
      (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject,
    )
}
