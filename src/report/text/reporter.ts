import type { WholeOf } from './json-parts.ts'

/** The output of a reporter; never the console itself, so that tests and pipes see the same text. */
export interface Output {
  write(text: string): void
  /** Flushes buffered output. */
  flush?(): void
  /** Columns of the terminal; null if it is not one, and then nothing is redrawn. */
  columns: number | null
}

/** Returns the text of a suite file for excerpts, if it is known. */
export type TextOf = (file: string) => string | undefined

/** What a reporter may need besides events: the text of suite files for excerpts, and how much detail failures get. */
export interface ReportContext {
  output: Output
  textOf: TextOf
  detail?: FailureDetail
  /** The flags with which a command does it again, quoted; null where none does. */
  again?: readonly string[] | null
  /** Returns the whole conversation if the run kept only what its totals need. */
  wholeOf?: WholeOf
}

/** How much a report says about a conversation that did not pass, beyond its failures. */
export interface FailureDetail {
  /** Which turns get a curl line: none, the first that did not pass, or every one that did not pass. */
  curl: 'none' | 'first' | 'all'
  /** Whether to show the decision trace. */
  trace: boolean
  /** Whether to show every failure; if not, the terminal shows one for each cause, and no more than can be read. */
  all: boolean
}

export const failuresAlone: FailureDetail = { curl: 'none', trace: false, all: true }
