import type { JsonValue } from '../../src/base/json/json.ts'

/** A recorded output as a suite writes it: parsed if it is JSON, except a JSON string, which stays text. */
export function outputValue(output: string): JsonValue {
  try {
    const value = JSON.parse(output) as JsonValue
    return typeof value === 'string' ? output : value
  } catch (error) {
    if (error instanceof SyntaxError) return output
    throw error
  }
}
