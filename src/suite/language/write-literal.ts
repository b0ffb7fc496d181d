import type { JsonObject, JsonValue } from '../../base/json.ts'
import { meantOperator } from './meant-operator.ts'
import { jsonOperators } from './read-matcher.ts'

/** A text as a condition that it equals: one that looks like a comparison has to say that it is none. */
export function writeText(text: string): JsonValue {
  return /^\s*[<>]/.test(text) || text === '' ? { equals: text } : text
}

/** Conditions on the arguments of a call as they stand under `with`; names that are operators, or nearly so, go under `fields`. */
export function writeArguments(given: JsonObject): JsonObject {
  const operators = Object.keys(jsonOperators())
  const [only, second] = Object.keys(given)
  const isNearly = only !== undefined && second === undefined && meantOperator(only, operators) !== undefined
  const keys = Object.keys(given)
  return isNearly || (keys.length > 0 && keys.every((key) => operators.includes(key))) ? { fields: given } : given
}
