/** A position in a file: line and column count from 1, `length` is in UTF-16 units on that line (at least 1). */
export interface Place {
  line: number
  column: number
  length: number
}

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

/** A value with the place where it was written. */
export interface Placed<T> {
  value: T
  at: Place
}
