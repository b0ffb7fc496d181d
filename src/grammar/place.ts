/** Where something stands in a file: line and column count from 1, `length` in UTF-16 units on that line (at least 1). */
export interface Place {
  line: number
  column: number
  length: number
}

/** A value together with the place it was written at. */
export interface Placed<T> {
  value: T
  at: Place
}
