import type { Place } from '../yaml/place.ts'
import type { Reading, Shape } from '../yaml/shape.ts'
import type { Matcher } from './matcher.ts'

/** An operator of the matcher language: what its value looks like, the matcher it makes, and a sentence for the editor. */
export interface Operator<T = unknown> {
  value: Shape<T>
  make: (value: T, at: Place, reading: Reading) => Matcher | undefined
  doc: string
}
