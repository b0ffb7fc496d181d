import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../base/json.ts'

/** Objects that hold all of the required members and some of the optional ones; they shrink to the required ones alone. */
export function pickMembers(
  required: Record<string, fc.Arbitrary<JsonValue>>,
  optional: Record<string, fc.Arbitrary<JsonValue>>,
): fc.Arbitrary<JsonObject> {
  return fc
    .record({ ...required, ...optional }, { requiredKeys: Object.keys(required) })
    .map(
      (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject,
    )
}
