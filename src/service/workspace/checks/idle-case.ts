import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { didYouMean, isTypo } from '../../../base/text/suggest.ts'
import { compileSchema } from '../../../suite/language/matchers/json-schema.ts'
import type { Place, WithPlace } from '../../../suite/yaml/place.ts'
import { type Reading, refuse } from '../../../suite/yaml/shape.ts'

/** A tool as far as calls of it are checked. */
interface CalledTool {
  name: string
  parameters: JsonObject
  cases: readonly { with: JsonObject }[]
}

/** Whether its parameters name arguments; those of a tool that states none allow all. */
export function namesArguments({ parameters }: Pick<CalledTool, 'parameters'>): boolean {
  return Object.keys(parameters).some((key) => key !== 'type')
}

/** What a case is for and the parameters rule out: where it is, and what they want there; null if they want nothing there. */
interface Clash {
  path: string
  expected: string | null
  value: JsonValue
  /** The paths of the members that there are beside one that there is not. */
  beside?: readonly string[]
}

export const valuesOnly =
  'a case is for values, without operators: write one for each; output: or error: beside cases is for all others'

/** Refuses a case for what the schema of the arguments rules out, such as an operator in place of a value: none would fit. */
export function refuseIdle({ value, at }: WithPlace<JsonObject>, parameters: JsonObject, reading: Reading): void {
  if (!compileSchema(parameters).ok) return
  for (const clash of clashesIn(value, parameters, { root: parameters, hasValues: true }, '')) {
    const { path, expected, value: here } = clash
    if (expected === null) refuseName(clash, at, 'no call fits this case: its parameters', reading)
    else
      refuse(
        ...([reading, 'wrong-type', at] as const),
        `no call fits this case: its parameters want ${expected} as ${path}, but here is ${JSON.stringify(here)}`,
        valuesOnly,
      )
  }
}

/**
 * Refuses names of arguments that a tool has not; where it states no parameters, those that are nearly one of its cases.
 * Values are not known before a call, when they are filled in.
 */
export function refuseOddArguments(
  args: WithPlace<JsonObject>,
  { name, parameters, cases }: CalledTool,
  reading: Reading,
): void {
  const isStated = namesArguments({ parameters })
  const schema = isStated ? parameters : namesOfAll(cases.map((each) => each.with))
  refuseNames(args, schema, `the ${isStated ? 'parameters' : 'cases'} of ${name}`, reading)
}

/** Refuses a case of a tool without parameters for a name that no step gives, and that is nearly one that is given. */
export function refuseOddCases(
  { name, cases }: Pick<CalledTool, 'name' | 'cases'>,
  args: readonly JsonObject[],
  placeOf: (given: JsonObject) => Place | undefined,
  reading: Reading,
): void {
  const isFound = (key: string): boolean => cases.some((each) => Object.hasOwn(each.with, key))
  const common = args.map((each) => pick(each, Object.keys(each).filter(isFound)))
  for (const each of cases) {
    const at = placeOf(each.with)
    if (at !== undefined) refuseNames({ value: each.with, at }, namesOfAll(common), `the calls of ${name}`, reading)
  }
}

/** The names that some arguments have, as a schema. */
function namesOfAll(values: readonly JsonValue[]): JsonObject {
  const objects = values.filter(isJsonObject)
  const names = new Set(objects.flatMap(Object.keys))
  const under = (name: string): JsonValue[] =>
    objects.flatMap((each) => (Object.hasOwn(each, name) ? [each[name] ?? null] : []))
  return names.size === 0
    ? {}
    : { type: 'object', properties: Object.fromEntries([...names].map((name) => [name, namesOfAll(under(name))])) }
}

function refuseNames({ value, at }: WithPlace<JsonObject>, schema: JsonObject, whose: string, reading: Reading): void {
  if (!compileSchema(schema).ok) return
  for (const clash of clashesIn(value, schema, { root: schema, hasValues: false }, ''))
    refuseName(clash, at, whose, reading)
}

function refuseName({ path, beside = [] }: Clash, at: Place, whose: string, reading: Reading): void {
  const hint = didYouMean(path, beside, String) ?? 'take it out, or write it among the parameters'
  refuse(reading, 'wrong-type', at, `${whose} have no ${path}`, hint)
}

/** The schema that definitions stand in, and whether the values are those of a call or are yet to be filled in. */
interface Around {
  root: JsonObject
  hasValues: boolean
}

/** Clashes of members; what an object of a case leaves out may be anything, but a list has all its items. */
function clashesIn(value: JsonValue, valueSchema: JsonValue | undefined, around: Around, path: string): Clash[] {
  const { root, hasValues } = around
  if (valueSchema === undefined || valueSchema === true) return []
  if (valueSchema === false) return [{ path, expected: null, value }]
  const schema = isJsonObject(valueSchema) ? valueSchema : {}
  if (!isJsonObject(value) || ![schema.type ?? 'object'].flat().includes('object')) {
    if (!hasValues) return []
    const compiled = compileSchema({ ...pick(root, ['$defs', 'definitions']), ...schema })
    const [broken] = compiled.ok ? compiled.violations(value) : []
    if (broken === undefined) return []
    return [{ path: path + broken.path, expected: broken.expected, value: lookUp(value, broken.path) }]
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
