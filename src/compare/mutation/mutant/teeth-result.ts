import type { MutantKind } from './mutant.ts'

/** How many mutants were caught, survived, or may survive because they are listed as accepted. */
export interface MutantTally {
  caught: number
  survived: number
  accepted: number
  /**
   * Those that only a judge could notice and on which no judge could be asked; not part of the score. Absent
   * where there are none.
   */
  unjudged?: number
}

/** What `tableread teeth` finds: JSON-safe, the document of `--json`. */
export interface TeethResult {
  schemaVersion: 1
  tableread: string
  /** ISO 8601. */
  startedAt: string
  ms: number
  /** The service as reports name it. */
  target: string
  seed: string
  total: MutantTally
  /** The share of mutants caught, from 0 to 1, not counting accepted ones; null where there were none. */
  score: number | null
  /** Of how many kinds the score speaks: those that were asked for and occurred, and those that did not occur. */
  kinds: { tried: MutantKind[]; absent: MutantKind[] }
  suites: SuiteTeeth[]
  conversations: ConversationTeeth[]
  survivors: Survivor[]
  /**
   * Mutants that only a judge could notice, and why it was not asked or gave no finding; absent where there are
   * none.
   */
  unjudged?: (Survivor & { why: string })[]
  /**
   * Expectations that would have caught survivors, each verified against the recording; the one that catches most comes
   * first.
   */
  suggestions: Suggestion[]
  /** Entries of the accept file, by line, that match no survivor of this run. */
  obsolete: { line: number; text: string }[]
}

/** One suite at one version. */
export interface SuiteTeeth extends MutantTally {
  suite: string
  file: string
  version: string
  score: number | null
  kinds: { kind: MutantKind; caught: number; survived: number; accepted: number }[]
}

/** One conversation. `unscored` says why nothing could be measured; null where it was. */
export interface ConversationTeeth extends MutantTally {
  id: string
  file: string
  line: number
  suite: string
  name: string
  version: string
  unscored: { kind: 'failed' | 'errored' | 'skipped' | 'not played'; reason: string } | null
}

/** A mutant that no expectation notices. */
export interface Survivor {
  /** The id of its conversation. */
  id: string
  file: string
  suite: string
  conversation: string
  version: string
  /** Counts from 1; null where it is about the whole session. */
  turn: number | null
  /** The line of the turn, else of the conversation. */
  line: number
  kind: MutantKind
  /** "lookup_order is not called". */
  what: string
  /** Why it may survive, where it is accepted. */
  accepted: string | null
  /** What a judge without a licence objects to in it, which counts for nothing; absent where none does. */
  advice?: string
}

/** An expectation that holds for the recording and fails for the mutants it catches. */
export interface Suggestion {
  /**
   * Where it goes: under the `expect` of a turn, under `every turn` of the suite, or beside the turns of a
   * conversation.
   */
  under: 'expect' | 'every turn' | 'conversation'
  file: string
  line: number
  suite: string
  /** Null where it is for the whole suite. */
  conversation: string | null
  version: string
  turn: number | null
  yaml: string
  /** Which survivors it catches, by their place in `survivors`, from 0. */
  catches: number[]
  /** Only a judge could notice these mutants; whether it would was not tried. */
  judged?: true
}
