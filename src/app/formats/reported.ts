import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { ReportDocument } from '../../report/document/report-document.ts'
import type { SignalCode } from '../../report/otlp/statuses.ts'
import type { WholeOf } from '../../report/text/json-parts.ts'
import type { TextOf } from '../../report/text/reporter.ts'

export interface StudyReport {
  result: object
  document: ReportDocument
}

/** What is reported. Runs and comparisons are made documents when a format asks for one, since they may be large. */
export type ReportSubject = RunResult | Comparison | StudyReport

export interface FormatContext {
  textOf: TextOf
  wholeOf: WholeOf
  /** The file with earlier runs. */
  history: string | null
  /** The flags with which a command does it again, quoted. */
  again: readonly string[]
  /** The exit code of the signal that interrupted the run. */
  interrupted: SignalCode
  /** The file that `--json` writes, for commands that a page offers. */
  resultFile?: string
  /** Says what a person should know of the file, on standard error. */
  tell(text: string): void
}

export function reportContext(textOf: TextOf, context: Partial<FormatContext> = {}): FormatContext {
  return {
    wholeOf: (each) => each,
    history: null,
    again: [],
    interrupted: null,
    tell: () => undefined,
    ...context,
    textOf,
  }
}
