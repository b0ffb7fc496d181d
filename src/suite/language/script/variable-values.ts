import { type JsonObject, type JsonValue, setMember } from '../../../base/json/json.ts'
import { literalObject } from '../../yaml/literal.ts'
import { type Shape, withCheck } from '../../yaml/shape.ts'
import { aloneIn, fillJson, type Numerals, namesIn } from '../matchers/fill-text.ts'
import { ownNames } from '../matchers/fixed-text.ts'

/** Variables by name: their JSON values, and numbers as written where that says more: `19.90`. */
export interface Variables {
  values: JsonObject
  numerals: Numerals
}

export const variableValues: Shape<Variables> = ownNames(
  withCheck(literalObject, (values, _, node) => {
    const numerals: Numerals = {}
    for (const { key, value } of node.kind === 'map' ? node.entries : [])
      if (value.kind === 'scalar' && typeof value.value === 'number' && String(value.value) !== value.source)
        numerals[key] = value.source
    return { values, numerals }
  }),
)

/** Layers of variables merged by name; later layers override earlier ones. */
export function mergeVariables(...layers: (Variables | undefined)[]): Variables {
  const merged: Variables = { values: {}, numerals: {} }
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer?.values ?? {})) {
      setMember(merged.values, name, value)
      delete merged.numerals[name]
      const numeral = layer?.numerals[name]
      if (numeral !== undefined) merged.numerals[name] = numeral
    }
  }
  return merged
}

/** In any order. `given` comes from outside and takes precedence. A name in a circle stays as written. */
export function resolveVariables({ values, numerals }: Variables, environment: JsonObject): Variables {
  const resolved: Variables = { values: {}, numerals: {} }
  const open = new Set<string>()
  const resolve = (name: string): void => {
    if (Object.hasOwn(resolved.values, name) || open.has(name)) return
    if (Object.hasOwn(environment, name)) {
      setMember(resolved.values, name, environment[name] as JsonValue)
      return
    }
    if (!Object.hasOwn(values, name)) return
    open.add(name)
    const value = values[name] as JsonValue
    for (const used of namesIn(value)) resolve(used)
    const alone = typeof value === 'string' ? aloneIn(value) : undefined
    const numeral = numerals[name] ?? (alone === undefined ? undefined : resolved.numerals[alone])
    if (numeral !== undefined) resolved.numerals[name] = numeral
    setMember(resolved.values, name, fillJson(value, resolved.values, resolved.numerals))
  }
  for (const name of [...Object.keys(values), ...Object.keys(environment)]) resolve(name)
  return resolved
}

/** Variables that refer to each other in a circle, with the first one repeated at the end; null if there are none. */
export function findCircle({ values }: Variables): string[] | null {
  const done = new Set<string>()
  const walk = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name) || !Object.hasOwn(values, name)) return null
    for (const used of namesIn(values[name])) {
      const circle = walk(used, [...way, name])
      if (circle !== null) return circle
    }
    done.add(name)
    return null
  }
  for (const name of Object.keys(values)) {
    const circle = walk(name, [])
    if (circle !== null) return circle
  }
  return null
}
