import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { pointerTo, referTo } from './refer-to.ts'

/** A union by `type`, taken apart: the union itself, and a named schema for each of its kinds. */
export interface LiftedKinds {
  union: JsonObject
  kinds: Record<string, JsonObject>
}

/**
 * Gives every kind of a union a name, `function_call` and the suffix Entry giving FunctionCallEntry, so that generated
 * clients have a type for each. The kind `unknown` is left out: it is how we keep what we do not know, and no service sends it.
 */
export function liftKinds({ oneOf, ...rest }: JsonObject, suffix: string): LiftedKinds {
  const kinds: Record<string, JsonObject> = {}
  const mapping: Record<string, string> = {}
  for (const arm of Array.isArray(oneOf) ? oneOf : []) {
    const type = typeOf(arm)
    if (!isJsonObject(arm) || typeof type !== 'string' || type === 'unknown') continue
    const name = `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${suffix}`
    kinds[name] = arm
    mapping[type] = pointerTo(name)
  }
  const union = { ...rest, oneOf: Object.keys(kinds).map(referTo), discriminator: { propertyName: 'type', mapping } }
  return { union, kinds }
}

function typeOf(arm: JsonValue): JsonValue | undefined {
  const properties = isJsonObject(arm) ? arm.properties : undefined
  const type = isJsonObject(properties) ? properties.type : undefined
  return isJsonObject(type) ? type.const : undefined
}
