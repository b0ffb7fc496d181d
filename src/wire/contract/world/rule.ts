import type { Allowed } from './outcome.ts'

/** `must`: plainly stated, judged. `may`: implied, or several readings. `unspecified`: the interface is silent. The last two are recorded, never judged. */
export type Level = 'must' | 'may' | 'unspecified'

/** One rule of the interface as data. */
export interface Rule {
  /** For example CHA-10; shared with the local service, and nothing else is. */
  id: string
  /** An operation id, several, or `*` for all. */
  operation: string
  level: Level
  /** The section of the interface that it comes from. */
  source: string
  text: string
  /** What must come of it, in words. */
  expected: string
  /** For a rule about one request: what it allows. */
  allows?: readonly Allowed[]
}
