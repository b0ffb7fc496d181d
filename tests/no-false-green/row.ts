import type { Judges } from '../../src/engine/judge/judges.ts'
import type { Verdict } from '../../src/engine/verdict/verdict.ts'

/** What the agent does in one turn: a text is a message of it, an object an entry as the service sends it (members left out get usual values). */
export type Act = string | Record<string, unknown>

/** A suite, what a service answers to it, and the verdict that has to come. */
export interface Row {
  /** The defect that the row is about, in a few words; rows of one defect share them. */
  about: string
  name: string
  /** The text of the suite, or what stands under `turns:` of its only conversation (it then begins with `-`). */
  suite: string
  /** What the agent does, turn by turn; turns beyond the last get `Hello`. */
  acts?: readonly (readonly Act[])[]
  /** Members of the stored session that differ from usual ones. */
  session?: Record<string, unknown>
  /** Changes the text of an answer before it is read; `turn` counts from 0 and is null for the stored session. */
  wire?: (body: string, turn: number | null) => string
  /** A status other than 200 for a turn, with the error code; the turn is refused. */
  refuse?: (turn: number) => { status: number; errorCode: string } | null
  environment?: Record<string, string>
  /** The API key of the run, which is taken out of all that is told. */
  key?: string
  /** The project's `every turn:`, as YAML. */
  everyTurn?: string
  /** Whether the stored session is fetched though nothing is said of it (default: true). */
  reconcile?: boolean
  /** Who is asked about criteria; without any they are not judged. */
  judges?: Judges
  verdict: Verdict
  /** What the problems or outcomes have to say, so that the verdict has the right reason. */
  says?: RegExp
}
