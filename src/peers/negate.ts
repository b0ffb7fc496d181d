import type { JsonObject } from '../base/json.ts'
import type { Condition } from './draft.ts'

/**
 * The opposite of a condition. A list of parts under `not` means none of them, while the opposite of "all of these" is that
 * one is missing, so that parts stand under `all`, each for itself.
 */
export function negate(condition: Condition): Condition {
  const { 'ignore case': ignoreCase, 'ignore spaces': ignoreSpaces, ...rest } = condition
  const options: JsonObject = {
    ...(ignoreCase === undefined ? {} : { 'ignore case': ignoreCase }),
    ...(ignoreSpaces === undefined ? {} : { 'ignore spaces': ignoreSpaces }),
  }
  const parts = Object.entries(rest).flatMap(([key, value]) =>
    (key === 'contains' || key === 'matches') && Array.isArray(value)
      ? value.map((part) => ({ [key]: part, ...options }))
      : [{ [key]: value, ...options }],
  )
  const [only = {}, second] = parts
  return { not: second === undefined ? only : { all: parts } }
}
