import { isJsonObject, type JsonValue } from '../../../base/json.ts'
import { type Leaf, leavesOf } from '../../../engine/transcript/leaves.ts'

/** Returns the value with one leaf changed, picked by `choose`: another number, text or truth value. */
export function alter(value: JsonValue, choose: (leaves: readonly Leaf[]) => Leaf | undefined): JsonValue {
  if (typeof value === 'boolean') return !value
  if (value === null) return 'unknown'
  if (typeof value !== 'object') return alterScalar(value)
  const leaf = choose(leavesOf(value))
  return leaf === undefined ? 'unknown' : alterAt(value, leaf.path)
}

function alterAt(value: JsonValue, path: readonly (string | number)[]): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return typeof value === 'string' || typeof value === 'number' ? alterScalar(value) : value
  if (Array.isArray(value)) return value.map((each, index) => (index === step ? alterAt(each, rest) : each))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === step ? alterAt(each, rest) : each]),
  )
}

/** Increments the last digit; a text without digits becomes a different text. */
function alterScalar(value: string | number): string | number {
  if (typeof value === 'number') return value + 1
  const altered = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
  return altered === value ? 'something else' : altered
}
