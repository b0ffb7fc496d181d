import type { JsonObject } from '../../base/json.ts'
import { isPlace } from '../yaml/place.ts'
import { fillMatcher, isMatcher } from './fill-matcher.ts'
import { type Filling, fillJson, fillText, type Numerals } from './fill-text.ts'
import { mentionsOf } from './mentions.ts'

/**
 * The same data with every `{{name}}` in its texts replaced by the variable's value, in one pass: values are not expanded again.
 * In JSON (what something equals, metadata, the bodies of steps) a `{{name}}` alone keeps the kind of the value. A
 * condition that could not be judged with a value, since it is empty or none of its kind, is marked as such.
 * Unknown names stay as they are; `parseScript` has refused them.
 */
export function fillVariables<T>(data: T, variables: JsonObject, numerals: Numerals = {}): T {
  return mentionsOf(data).variable ? (fill(data, { variables, numerals, negated: false }) as T) : data
}

function fill(data: unknown, filling: Filling): unknown {
  const { variables, numerals } = filling
  if (typeof data === 'string') return fillText(data, variables, numerals)
  if (Array.isArray(data)) return data.map((item) => fill(item, filling))
  if (typeof data !== 'object' || data === null) return data
  if (isMatcher(data)) return fillMatcher(data, filling)
  // Calls that must not be there, or that are counted, possibly to none: what never matches would let them be.
  const inner = 'times' in data ? { ...filling, negated: true } : filling
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (key === 'at' && isPlace(value)) return [key, value]
      if (key === 'body' || key === 'metadata') return [key, fillJson(value, variables, numerals)]
      return [key, fill(value, key === 'never' ? { ...filling, negated: true } : inner)]
    }),
  )
}
