import type { FailureDetail } from './failure-detail.ts'
import type { WholeOf } from './json-parts.ts'

/** The output of a reporter; never the console itself, so that tests and pipes see the same text. */
export interface Output {
  write(text: string): void
  /** Flushes buffered output. */
  flush?(): void
  /** Columns of the terminal; null when it is none, and then nothing is redrawn. */
  columns: number | null
}

/** What a reporter may need beyond events: the text of suite files for excerpts, and how much it tells of failures. */
export interface ReportContext {
  output: Output
  textOf: (file: string) => string | undefined
  detail?: FailureDetail
  /** Gives the whole of a conversation where the run kept only what its totals need. */
  wholeOf?: WholeOf
}
