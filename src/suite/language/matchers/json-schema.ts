import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction, Ajv2020 as Validator } from 'ajv/dist/2020.js'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { isLongNumber } from '../../../base/json/json-text.ts'
import { lazyLibrary, remembering } from '../../../base/memoize.ts'
import { compilePattern, explainPattern } from '../../../base/patterns/linear-pattern.ts'
import { isMultipleOf } from '../../../base/text/decimal.ts'
import { askMeant, suggest } from '../../../base/text/suggest.ts'

/** One place where a value breaks a schema: `path` like `.items[0].id`, and what was expected there. */
export interface SchemaViolation {
  path: string
  expected: string
  /** The keyword of the schema that it breaks. */
  keyword: string
  /** The only values that `enum` allows. */
  allowed?: JsonValue[]
}

export type CompiledSchema =
  | { ok: true; violations(value: JsonValue | undefined): SchemaViolation[] }
  | { ok: false; reason: string; hint: string }

let validator: Validator | undefined

const formats = lazyLibrary<typeof import('ajv-formats')>('ajv-formats')

/** The validator skips members with this name, and a check that does not happen must not look as if it did. */
const notHeld: CompiledSchema = {
  ok: false,
  reason: 'a member called __proto__ is not held against a schema',
  hint: 'expect it by a matcher beside the schema: fields: { __proto__: … }',
}

/** Compiles a JSON Schema (2020-12). ajv is loaded on first use, since few suites have schemas. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  return compileWritten(JSON.stringify(schema))
}

const compileWritten = remembering(1_000, (schemaText) =>
  schemaText.includes('"__proto__":') ? notHeld : compile(JSON.parse(schemaText) as JsonObject),
)

function compile(schema: JsonObject): CompiledSchema {
  try {
    const validate = loadValidator().compile(schema)
    if (isEndless(validate)) return endless
    return { ok: true, violations: (value) => violationsOf(validate, value) }
  } catch (error) {
    return explain((error as Error).message)
  }
}

/** In every draft from 7 on. Unlike `compileSchema` it accepts unknown keywords and formats, which have no effect. */
export function foreignFlaw(schema: JsonObject): string | null {
  const load = createRequire(import.meta.url)
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const { Ajv } = load('ajv') as typeof import('ajv')
  const options = { strict: false, validateFormats: false, code: { regExp: linear } }
  const flaws = [Ajv2020, Ajv].map((Kind) => {
    try {
      return isEndless(new Kind(options).compile(schema)) ? endless.reason : null
    } catch (error) {
      return explain((error as Error).message).reason
    }
  })
  return flaws.includes(null) ? null : (flaws[0] ?? null)
}

/** A schema that refers back to itself without descending into the value loops forever for one of them. */
const kinds: readonly JsonValue[] = [null, true, 0, '', [], {}]

function isEndless(validate: ValidateFunction): boolean {
  try {
    for (const value of kinds) validate(value)
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

const endless: CompiledSchema & { ok: false } = {
  ok: false,
  reason: 'the schema leads back to itself without end',
  hint: 'a reference that comes back has to stand below properties or items',
}

/** The formats that are checked. Any other would be accepted but never enforced. */
const knownFormats = [
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'byte',
  'int32',
  'int64',
] as const

/** Translates the validator's message about an unusable schema into the terms of this language. */
function explain(message: string): CompiledSchema & { ok: false } {
  const format = /^unknown format "([^"]*)"/.exec(message)?.[1]
  if (format !== undefined) {
    const near = suggest(format, knownFormats)
    const hint = near === undefined ? `the formats that are checked are ${knownFormats.join(', ')}` : askMeant(near)
    return { ok: false, reason: `nothing is known of the format "${format}"`, hint }
  }
  const untyped = /^strict mode: missing type "([^"]*)" for keyword "([^"]*)"/.exec(message)
  if (untyped !== null) {
    const [, types = '', keyword = ''] = untyped
    const reason = `"${keyword}" says nothing about values of any other type`
    return { ok: false, reason, hint: `write type: beside it (${types.replaceAll(',', ' or ')})` }
  }
  const remark = /^strict mode: unknown keyword: "(content\w*)"/.exec(message)?.[1]
  if (remark !== undefined) {
    const reason = `"${remark}" only annotates a text, and nothing is checked against it`
    return { ok: false, reason, hint: 'leave it out; for a text that is JSON, write json: beside the schema' }
  }
  const reason = message.replace(/^(strict mode|schema is invalid): /, '').replace(/(, data[/ ]|\n).*/s, '')
  const hint = /reference|ref "/.test(reason)
    ? 'references stay inside the schema, under $defs, and $schema is draft 2020-12 or left out'
    : 'check it against draft 2020-12: json-schema.org'
  return { ok: false, reason: reason.replace(/^data\//, ''), hint }
}

function loadValidator(): Validator {
  if (validator !== undefined) return validator
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  validator = new Ajv2020({
    strict: true,
    strictTuples: false, // the draft allows lists shorter or longer than prefixItems
    strictRequired: false, // a required member need not be described
    allErrors: true,
    allowUnionTypes: true,
    ownProperties: true,
    code: { regExp: linear },
  })
  replaceMultipleOf(validator)
  validator.addKeyword('$anchor') // the validator resolves it, but its strict mode rejects it
  for (const name of ['contentEncoding', 'contentMediaType', 'contentSchema']) validator.removeKeyword(name)
  formats().default(validator, [...knownFormats])
  return validator
}

/** The validator divides doubles, so that 19.99 would be no multiple of 0.01. */
function replaceMultipleOf(validator: Validator): void {
  const keyword = 'multipleOf'
  validator.removeKeyword(keyword)
  validator.addKeyword({
    keyword,
    type: 'number',
    schemaType: 'number',
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
    error: { message: ({ schema }) => `must be multiple of ${schema}` },
  })
}

/** In linear time too, with the ASCII words of the standard; the validator tells patterns apart by `toString`. */
const linear = Object.assign(
  (source: string) => {
    const unsound = source === '' ? null : explainPattern({ source, flags: 'u' }, `its pattern /${source}/`)
    if (unsound !== null) throw new Error(unsound.reason)
    return { test: compilePattern({ source, flags: 'u' }, true).test, toString: () => `/${source}/u` }
  },
  { code: 'new RegExp' },
)

function violationsOf(validate: ValidateFunction, value: JsonValue | undefined): SchemaViolation[] {
  if (validate(withLongNumbers(value))) return []
  return (validate.errors ?? []).map((error) => ({
    path: pathOf(error),
    expected: `a value that ${error.message}`,
    keyword: error.keyword,
    ...(error.keyword === 'enum' && { allowed: error.params.allowedValues as JsonValue[] }),
  }))
}

/** Rounded, which is close enough for the keywords of numbers; a value without long numbers is not copied. */
function withLongNumbers(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return value
  const numbers = Object.entries(value).map(([key, member]): [string, JsonValue] => {
    const read = isLongNumber(value, key) ? Number(member) : withLongNumbers(member)
    return [key, read as JsonValue]
  })
  if (numbers.every(([key, member]) => member === (value as JsonObject)[key])) return value
  return Array.isArray(value) ? numbers.map(([, item]) => item) : Object.fromEntries(numbers)
}

function pathOf({ instancePath }: ErrorObject): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
}
