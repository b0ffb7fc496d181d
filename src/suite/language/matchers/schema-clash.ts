import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { isTypo } from '../../../base/text/suggest.ts'
import { compileSchema, type SchemaViolation } from './json-schema.ts'

/** What a value has and its schema rules out: where it is, and what they want there; null if they want nothing there. */
export interface Clash extends Partial<Omit<SchemaViolation, 'path' | 'expected'>> {
  path: string
  expected: string | null
  value: JsonValue
  /** The paths of the members that there are beside one that there is not. */
  beside?: readonly string[]
}

/** The schema that definitions stand in, and whether the values are those of a call or are yet to be filled in. */
interface Around {
  root: JsonObject
  hasValues: boolean
}

/** Clashes of members; what an object of a case leaves out may be anything, but a list has all its items. */
export function clashesIn(value: JsonValue, valueSchema: JsonValue | undefined, around: Around, path: string): Clash[] {
  const { root, hasValues } = around
  if (valueSchema === undefined || valueSchema === true) return []
  if (valueSchema === false) return [{ path, expected: null, value }]
  const schema = isJsonObject(valueSchema) ? valueSchema : {}
  if (!isJsonObject(value) || ![schema.type ?? 'object'].flat().includes('object')) {
    if (!hasValues) return []
    const compiled = compileSchema({ ...pick(root, ['$defs', 'definitions']), ...schema })
    const [broken] = compiled.ok ? compiled.violations(value) : []
    if (broken === undefined) return []
    return [{ ...broken, path: path + broken.path, value: lookUp(value, broken.path) }]
  }
  const inside = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const others = Object.keys(isJsonObject(schema.properties) ? schema.properties : {}).filter(
    (name) => !Object.hasOwn(value, name),
  )
  const ofMembers = Object.entries(value).flatMap(([name, member]) => {
    const ownSchema = memberSchema(schema, name)
    const isOdd = ownSchema === false || (ownSchema === undefined && others.some((other) => isTypo(name, other)))
    if (!isOdd) return clashesIn(member, ownSchema, around, inside(name))
    return [{ path: inside(name), expected: null, value: member, beside: others.map(inside) }]
  })
  const each = (key: string): Clash[][] =>
    Array.isArray(schema[key]) ? schema[key].map((one) => clashesIn(value, one, around, path)) : []
  // Of alternatives, all have to be ruled out: the one that goes furthest tells most.
  const ofAlternatives = ['anyOf', 'oneOf'].flatMap((key) => {
    const all = each(key)
    return all.every((clashes) => clashes.length > 0) ? all.flat().sort(byDepth).slice(0, 1) : []
  })
  const clashList = [
    ...ofMembers,
    ...clashesIn(value, definitionOf(schema, root), around, path),
    ...each('allOf').flat(),
    ...ofAlternatives,
  ]
  return clashList.filter((one, at) => clashList.findIndex((other) => other.path === one.path) === at)
}

const byDepth = (one: Clash, other: Clash): number => other.path.length - one.path.length

/** The definition that a schema refers to. */
function definitionOf({ $ref }: JsonObject, root: JsonObject): JsonValue | undefined {
  const [, key = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String($ref)) ?? []
  const definitions = root[key]
  return isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined
}

function memberSchema({ properties, patternProperties, additionalProperties }: JsonObject, name: string) {
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name]
  return patternProperties === undefined ? additionalProperties : true
}

export const pick = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

/** The value at a path such as `[0].code`. */
function lookUp(value: JsonValue, path: string): JsonValue {
  const steps = [...path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  return steps.reduce<JsonValue>(
    (inside, step) => (inside as Record<string | number, JsonValue> | null)?.[step] ?? inside,
    value,
  )
}
