import type { Comparison } from '../../compare/comparison.ts'
import { type Certainty, type ComparisonVerdict, comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { PairedUsage } from '../../engine/verdict/describe-usage.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Usage } from '../../wire/api/usage.ts'

/** What the page reads at once: the result without its conversations, and a card for each of them, the gravest first. */
export type ReportDocument = { cards: Card[]; latency: LatencyGroup[]; keptRuns: KeptRun[] } & (
  | { kind: 'run'; result: Omit<RunResult, 'conversations'> }
  | { kind: 'comparison'; result: Omit<Comparison, 'conversations'>; usage: string[] }
)

/** A conversation as the list and the filters need it. */
export interface Card {
  /** Unique in the document: the id, with the version where one id ran against several. */
  key: string
  /** As it is given to the command line: `file:line` or `file:line#row`. */
  id: string
  name: string
  suite: string
  agent: string
  /** The version that ran; null in a comparison, where both sides did. */
  version: string | null
  tags: string[]
  verdict: ComparisonVerdict | Verdict
  certainty: Certainty | null
  /** Why a failure here is expected; null where it is not. */
  excused: string | null
  reason: string
  /** How the runs of each side came out, in order; of a plain run there is one side. */
  runs: Verdict[][]
  /** What models took: in a run, or in the pairs of runs of a comparison (in all runs where no pair got to an end). Left out where nothing was taken. */
  usage?: Usage[] | PairedUsage
  /** According to the history it passes and fails without a change of its script, on at least one side. */
  flakyOverRuns: boolean
  /** In which layers it went wrong, each once: of a plain run one at most, of a comparison that of b first. */
  causes: CauseKind[]
  /** What judges said in it, each once. */
  judged: JudgedAs[]
  /** The text that searches look at, in lower case: names, reasons, changes, and what was said. */
  search: string
}

/** What became of a criterion for a judge. `advice` is what judges without a licence say, whatever that is. */
export type JudgedAs = 'met' | 'not met' | 'unjudged' | 'advice'

/** A whole conversation, read when it is opened. Notes go along with the results they are about. */
export type Body = { trends: TrendStrip[] } & (
  | { kind: 'run'; conversation: ConversationResult; notes: Note[] }
  | { kind: 'comparison'; conversation: ConversationComparison; notes: { a: Note[]; b: Note[] } }
)

/** How a conversation fared over the newest runs that the history keeps, on one side or version. */
export interface TrendStrip {
  label: string
  flaky: boolean
  /** Since when every judged run failed, in words; null where the newest one passed. */
  failing: string | null
  facts: [name: string, value: string][]
  /** Oldest first, two at least. */
  points: StripPoint[]
}

/**
 * One run of a conversation: its index in the document's `keptRuns`, and its verdict. A tuple to keep it short, since a
 * report holds tens of thousands.
 */
export type StripPoint = [run: number, verdict: Verdict, told?: PointTold]

/** What else there is to say about it. */
export interface PointTold {
  /** Where it went wrong: `turn 2: reply`. */
  reason?: string
  /** In which layer. */
  cause?: CauseKind
  /** `3 of 5`, where it was run several times. */
  attempts?: string
  /** The script is another one than at the run before. */
  scriptChanged?: true
}

/** A run that the history keeps, in which any of the conversations ran. */
export interface KeptRun {
  /** `2026-11-20 09:03Z`. */
  at: string
  /** In seven digits; null where it is not known. */
  commit: string | null
  /** It is the run that the report is about. */
  isThis: boolean
  /** How many of the conversations of the report were judged in it, and how many of these passed, all versions together. */
  judged: number
  passed: number
}

/** What was found about a turn, or about the whole session, in words. */
export interface Note {
  /** Counts from 0; null for the whole session. */
  turn: number | null
  /** Where in the suite the expectation stands: `line:column`. */
  at: string | null
  tone: 'passed' | 'failed' | 'errored' | 'unsafe' | 'broken' | 'not judged' | 'reference' | 'advice'
  /** The first line says what; the others say what was expected and what came. */
  text: string
  /** That line of the suite with a caret under the place, where it is to be looked at and the suite is known. */
  excerpt?: string
  /** What a judge quotes, where it is the word of one. */
  quotes?: NoteQuotation[]
}

/** Words of an entry of a turn, both counted from 0. */
export interface NoteQuotation {
  turn: number
  entry: number
  words: string
}

/** Times of one subject, a row a side or version. */
export interface LatencyGroup {
  subject: string
  rows: { label: string; times: number[] }[]
  /** Median of the second row minus the first over pairs, and where it lies with 95 % confidence, in milliseconds. */
  difference: number | null
  interval: [from: number, to: number] | null
}

const runVerdicts = [
  'failed',
  'broken',
  'errored',
  'flaky',
  'unsafe',
  'not reached',
  'expected fail',
  'skipped',
  'passed',
]

/** How severe a verdict is, 0 being the most severe; within one verdict, a hard break comes first. */
export function rankCard(card: Pick<Card, 'verdict' | 'certainty'>, kind: 'run' | 'comparison'): number {
  const ranks: readonly string[] = kind === 'run' ? runVerdicts : comparisonVerdicts
  const certainty = { 'hard break': 0, statistical: 1, unconfirmed: 2 }
  return ranks.indexOf(card.verdict) * 4 + (card.certainty === null ? 3 : certainty[card.certainty])
}

/** The verdicts of a kind of result, the gravest first. */
export function verdictsOf(kind: 'run' | 'comparison'): readonly Card['verdict'][] {
  return (kind === 'run' ? runVerdicts : comparisonVerdicts) as readonly Card['verdict'][]
}

/** The data that stands in the page. */
export interface EmbeddedReport {
  report: ReportDocument
  /** Reads one conversation, by the place of its card. */
  bodyAt(index: number): Body
}

/** Reads what the page needs at once; a conversation is read when it is asked for. */
export function readReport(): EmbeddedReport {
  const report = JSON.parse(textOf('report')) as ReportDocument
  let lines: string[] | null = null
  return {
    report,
    bodyAt(index) {
      lines ??= textOf('conversations').split('\n')
      return JSON.parse(lines[index] ?? 'null') as Body
    },
  }
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? ''
