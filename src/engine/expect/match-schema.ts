import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { compileSchema } from '../../suite/language/json-schema.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/** Holds a value against a JSON Schema: a mismatch for each place that breaks it. */
export function matchSchema(
  matcher: Matcher & { kind: 'schema' },
  actual: JsonValue | undefined,
  path: string,
): Mismatch[] {
  const schema = compileSchema(matcher.schema)
  if (actual === undefined || !schema.ok) return [mismatch(matcher.at, path, describeMatcher(matcher), actual)]
  return schema
    .violations(actual)
    .map((violation) =>
      mismatch(matcher.at, `${path}${violation.path}`, violation.expected, lookUp(actual, violation.path)),
    )
}

function lookUp(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const [, index, key] of path.matchAll(/\[(\d+)\]|\.([^.[]+)/g)) {
    if (index !== undefined) found = Array.isArray(found) ? found[Number(index)] : undefined
    else found = isJsonObject(found) && Object.hasOwn(found, key ?? '') ? found[key ?? ''] : undefined
  }
  return found
}
