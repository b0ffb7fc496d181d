import type { Checks } from '../../src/engine/judge/check-run.ts'
import type { Judges } from '../../src/engine/judge/judges.ts'
import type { Verdict } from '../../src/engine/verdict/verdict.ts'

/**
 * What the agent does in one turn: a text is a message, an object is an entry as the service sends it
 * (missing members get default values).
 */
export type Act = string | Record<string, unknown>

/** A suite, what a service answers to it, and the verdict that must result. */
export interface Row {
  /** The defect that the row covers, in a few words; rows about the same defect share them. */
  about: string
  name: string
  /** The whole suite, or, if it begins with `-`, just the `turns:` of its only conversation. */
  suite: string
  /** What the agent does, turn by turn; in later turns it says `Hello`. */
  acts?: readonly (readonly Act[])[]
  /** Members of the stored session that differ from the defaults. */
  session?: Record<string, unknown>
  /** Changes the text of an answer before it is parsed; `turn` counts from 0 and is null for the stored session. */
  wire?: (body: string, turn: number | null) => string
  /** Refuses a turn with this status, other than 200, and error code. */
  refuse?: (turn: number) => { status: number; errorCode: string } | null
  environment?: Record<string, string>
  /** The run's API key, which is redacted from all reports. */
  key?: string
  /** The project's `every turn:`, as YAML. */
  everyTurn?: string
  /** Whether to fetch the stored session even if the suite expects nothing of it (default: true). */
  reconcile?: boolean
  /** Who judges criteria; without judges they stay unjudged. */
  judges?: Judges
  /** Runs the functions under `check`; without it they are not judged. */
  checks?: Checks
  verdict: Verdict
  /** What a problem or an outcome must say, so that the verdict has the right reason. */
  says?: RegExp
}
