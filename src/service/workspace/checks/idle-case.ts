import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { didYouMean } from '../../../base/text/suggest.ts'
import { compileSchema } from '../../../suite/language/matchers/json-schema.ts'
import { type Clash, clashesIn, pick } from '../../../suite/language/matchers/schema-clash.ts'
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
