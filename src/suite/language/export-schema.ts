import type { JsonObject } from '../../base/json.ts'
import { jsonSchema } from '../yaml/named.ts'
import { suite } from './script.ts'

/** The JSON Schema (2020-12) of suite files, for completion and hover in editors; `schema/suite.json` is its copy. */
export function suiteSchema(): JsonObject {
  return jsonSchema('Tableread suite', suite)
}
