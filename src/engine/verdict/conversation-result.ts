import type { Place } from '../../suite/yaml/place.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { Outcome } from '../expect/outcome.ts'
import type { Attempts } from './attempts.ts'
import type { TurnResult } from './turn-result.ts'
import type { Verdict } from './verdict.ts'

/** What became of one conversation against one version: JSON-safe, enough for every report. */
export interface ConversationResult {
  id: string
  file: string
  at: Place
  suite: string
  name: string
  agent: string
  version: string
  tags: string[]
  verdict: Verdict
  /** Why, where the turns do not say it: a skip's reason, the turn at which the talk diverged. */
  reason: string | null
  startedAt: string
  ms: number
  sessionId: string | null
  turns: TurnResult[]
  /** What the stored session shows of functions that ran after the last turn (TRN-21); only where it was fetched. */
  afterTurns: TranscriptEntry[]
  /** Findings over the whole session, after the last turn. */
  outcomes: Outcome[]
  /** The stored session could not be fetched for reconciliation. */
  failure: Failure | null
  /** What is wrong with the script, when the verdict is broken. */
  problems: Problem[]
  /** Only where the script repeats the conversation; turns and outcomes are those of one attempt. */
  attempts?: Attempts
}
