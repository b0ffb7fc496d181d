import type { DraftSuite } from './draft.ts'
import type { Refused } from './note.ts'

/** What the files of one peer became: suites, files that are part of other files' suites now, and what could not be imported. */
export interface PeerDrafts {
  suites: DraftSuite[]
  refused: Refused[]
}
