import type { JsonObject } from '../../base/json.ts'
import type { Numerals } from '../../suite/language/fill-text.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { ConversationRun } from './conversation-run.ts'
import type { Dispatched } from './dispatched.ts'
import type { RunContext } from './run-context.ts'

/** A conversation while it runs; `run`, variables, metadata, what was dispatched and what was shown change with every turn. */
export interface State {
  plan: Plan
  context: RunContext
  run: ConversationRun
  variables: JsonObject
  /** Numbers among them as they were written. */
  numerals: Numerals
  metadata: JsonObject
  dispatched: Dispatched
  /** What the turns showed so far, a slice each, by session. */
  slices: Map<string, TranscriptEntry[][]>
  /** Until when a service that limits requests may make it wait, by `performance.now()`. */
  waitUntil: number
}
