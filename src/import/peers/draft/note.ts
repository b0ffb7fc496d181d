import type { Origin } from './origin.ts'

/** Something of a peer's script that the suite does not say (`lost`), or says otherwise (`changed`). */
export interface Note {
  origin: Origin
  kind: 'lost' | 'changed'
  /** What stood there, as it was written. */
  what: string
  why: string
}

/** A file, or a part of one, that cannot become a suite, and what would mend that. */
export interface Refused {
  origin: Origin
  message: string
  hint: string
}
