import type { JsonValue } from '../../base/json.ts'
import type { Place } from '../../suite/yaml/place.ts'

/** One condition of a matcher that does not hold: its place in the script, the path in the value, what was expected and what was there (undefined: nothing). */
export interface Mismatch {
  at: Place
  path: string
  expected: string
  actual?: JsonValue
}

/** A mismatch, leaving `actual` out where there is nothing. */
export function mismatch(at: Place, path: string, expected: string, actual: JsonValue | undefined): Mismatch {
  return actual === undefined ? { at, path, expected } : { at, path, expected, actual }
}
