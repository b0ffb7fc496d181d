import { mapMembers } from '../../base/json/walk-json.ts'
import type { Place } from './problem-shape.ts'

export type { Place } from './problem-shape.ts'

/** Whether a value is exactly a place: three numbers with these names. */
export function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  let members = 0
  for (const name in value) {
    if (name !== 'line' && name !== 'column' && name !== 'length') return false
    if (typeof (value as Partial<Place>)[name] !== 'number') return false
    members += 1
  }
  return members === 3
}

export interface WithPlace<T> {
  value: T
  at: Place
}

/** The same data with all its places replaced by one. */
export function relocate(data: unknown, place: Place): unknown {
  return mapMembers(data, (value, key) => (key === 'at' && isPlace(value) ? place : relocate(value, place)))
}
