import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { compileSchema } from '../../../suite/language/matchers/json-schema.ts'
import type { WithPlace } from '../../../suite/yaml/place.ts'
import { type Reading, refuse } from '../../../suite/yaml/shape.ts'

/** What a case is for and the parameters rule out: where it is, and what they want there; null if they want nothing there. */
interface Clash {
  path: string
  expected: string | null
  value: JsonValue
}

/** Refuses a case for what the schema of the arguments rules out, such as an operator in place of a value: none would fit. */
export function refuseIdle({ value, at }: WithPlace<JsonObject>, parameters: JsonObject, reading: Reading): void {
  if (!compileSchema(parameters).ok) return
  for (const { path, expected, value: here } of clashesIn(value, parameters, parameters, '')) {
    const [message, hint] =
      expected === null
        ? [`its parameters have no ${path}`, 'take it out, or write it among the parameters']
        : [
            `its parameters want ${expected} as ${path}, but here is ${JSON.stringify(here)}`,
            'a case is for values, without operators: write one for each; output: or error: beside cases is for all others',
          ]
    refuse(reading, 'wrong-type', at, `no call fits this case: ${message}`, hint)
  }
}

/**
 * One clash of each member. Members that an object of a case leaves out may be anything, so it is never held against a schema
 * as a whole; a list is, since a call has to give all its items.
 */
function clashesIn(value: JsonValue, stated: JsonValue | undefined, root: JsonObject, path: string): Clash[] {
  if (stated === undefined || stated === true) return []
  if (stated === false) return [{ path, expected: null, value }]
  const schema = isJsonObject(stated) ? stated : {}
  if (!isJsonObject(value) || ![schema.type ?? 'object'].flat().includes('object')) {
    const compiled = compileSchema({ ...pick(root, ['$defs', 'definitions']), ...schema })
    const [broken] = compiled.ok ? compiled.violations(value) : []
    if (broken === undefined) return []
    const inside = lookUp(value, broken.path)
    return [{ path: path + broken.path, expected: broken.expected, value: inside }]
  }
  const ofMembers = Object.entries(value).flatMap(([name, member]) =>
    clashesIn(member, memberSchema(schema, name), root, path === '' ? name : `${path}.${name}`),
  )
  const each = (key: string): Clash[][] =>
    Array.isArray(schema[key]) ? schema[key].map((one) => clashesIn(value, one, root, path)) : []
  // Of alternatives, all have to be ruled out: the one that goes furthest tells most.
  const ofAlternatives = ['anyOf', 'oneOf'].flatMap((key) => {
    const all = each(key)
    return all.every((clashes) => clashes.length > 0) ? all.flat().sort(byDepth).slice(0, 1) : []
  })
  const found = [
    ...ofMembers,
    ...clashesIn(value, definitionOf(schema, root), root, path),
    ...each('allOf').flat(),
    ...ofAlternatives,
  ]
  return found.filter((one, at) => found.findIndex((other) => other.path === one.path) === at)
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
  return patternProperties === undefined ? additionalProperties : undefined
}

const pick = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

/** The value at a path such as `[0].code`. */
function lookUp(value: JsonValue, path: string): JsonValue {
  const steps = [...path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index))
  return steps.reduce<JsonValue>(
    (inside, step) => (inside as Record<string | number, JsonValue> | null)?.[step] ?? inside,
    value,
  )
}
