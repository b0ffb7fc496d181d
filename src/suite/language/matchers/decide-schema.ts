import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'

/** Keywords that constrain nothing, for editors and readers. */
export const remarks: readonly string[] = [
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]

const types = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** The least and the most of a measure, which exclude each other where the most is less. */
const ranges = [
  ['minLength', 'maxLength', 'string'],
  ['minItems', 'maxItems', 'array'],
  ['minProperties', 'maxProperties', 'object'],
  ['minimum', 'maximum', 'number'],
] as const

/** True if every value is valid, false if none is; null if uncertain. With `isText` the values are texts. */
export function decideSchema(schema: JsonValue, isText: boolean): boolean | null {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return null
  const verdicts = Object.entries(schema)
    .filter(([key]) => !remarks.includes(key))
    .map(([key, value]) => decideKeyword(key, value, isText))
  if (verdicts.includes(false) || isCrossed(schema)) return false
  return verdicts.includes(null) ? null : true
}

function decideKeyword(key: string, value: JsonValue, isText: boolean): boolean | null {
  const inner = (of: JsonValue, ofText = isText): boolean | null => decideSchema(of, ofText)
  const parts = (Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []).map((of) => of ?? null)
  switch (key) {
    case 'type': {
      const typeNames = [value].flat()
      if (isText) return typeNames.includes('string')
      return types.every((type) => typeNames.includes(type)) ? true : null
    }
    case 'minLength':
      return value === 0 ? true : null
    case 'maxLength':
    case 'pattern':
    case 'format':
    case 'const':
      return null
    case 'enum':
      return parts.length === 0 ? false : null
    case 'not': {
      const of = inner(value)
      return of === null ? null : !of
    }
    case 'allOf': {
      const all = parts.map((of) => inner(of))
      return all.includes(false) ? false : all.every((each) => each === true) ? true : null
    }
    case 'anyOf': {
      const any = parts.map((of) => inner(of))
      return any.includes(true) ? true : any.every((each) => each === false) ? false : null
    }
    case 'minItems':
    case 'minProperties':
      return isText || value === 0 ? true : null
    case 'required':
      return isText || parts.length === 0 ? true : null
    case 'uniqueItems':
      return isText || value === false ? true : null
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
    case 'prefixItems':
      return isText || parts.every((of) => inner(of, false) === true) ? true : null
    case 'items':
    case 'additionalProperties':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return isText || inner(value, false) === true ? true : null
    default:
      return isText && notOfTexts.includes(key) ? true : null
  }
}

/** Keywords that do not look at texts. */
const notOfTexts = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['propertyNames', 'maxProperties', 'dependentRequired', 'contains', 'minContains', 'maxContains', 'maxItems'],
]

function isCrossed(schema: JsonObject): boolean {
  return ranges.some(([least, most, type]) => {
    const [from, to] = [schema[least], schema[most]]
    return schema.type === type && typeof from === 'number' && typeof to === 'number' && from > to
  })
}
