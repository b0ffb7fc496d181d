import type fc from 'fast-check'
import type { BaseName } from '../requests/valid-requests.ts'
import type { Edit } from '../world/draft.ts'
import type { Reading } from '../world/reading.ts'
import type { World } from '../world/world.ts'

/** How a rule about one request is tried. What it allows stands in its row of the rule table. */
export interface RequestCheck {
  /** The valid requests it starts at. */
  from: readonly BaseName[]
  /** Edits that put a request under the rule; null when the workspace lacks what they need. */
  edits(world: World): fc.Arbitrary<Edit> | null
  /** Whether a request falls under the rule. This is the oracle's half, and it never sees how the request was drawn. */
  applies(reading: Reading): boolean
}

/** Checks by rule id. */
export type RequestChecks = Readonly<Record<string, RequestCheck>>
