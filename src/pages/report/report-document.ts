import type { Comparison } from '../../compare/comparison.ts'
import { type Certainty, type ComparisonVerdict, comparisonVerdicts } from '../../compare/model/comparison-verdict.ts'
import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import type { Review } from '../../compare/model/review-shape.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { PairedUsage } from '../../engine/verdict/describe-usage.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Usage } from '../../wire/api/usage.ts'

/** The result without its conversations, and a card for each of them, most serious first. */
export type PageDocument = {
  cards: Card[]
  latency: LatencyGroup[]
  keptRuns: KeptRun[]
  /** The flags with which a command does it again, quoted. */
  again?: readonly string[]
  review?: PageReview
} & (
  | { kind: 'run'; result: Omit<RunResult, 'conversations'> }
  | { kind: 'comparison'; result: Omit<Comparison, 'conversations'>; usage: string[] }
  | { kind: 'study'; result: Study }
)

export interface PageReview {
  /** The result's file, for the command that the page offers. */
  file?: string
  /** The path that takes decisions, where the page is served by `tableread review --serve`. */
  posts?: string
}

/** A piece of text, ready to be shown; `tone` is what it means. */
export interface PageSpan {
  text: string
  tone: 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'mark' | 'removed' | 'added' | null
}

/** What a study found as a whole; its findings are the cards. */
export interface Study {
  study: string
  headline: PageSpan[]
  startedAt: string
  ms: number
  tableread: string
  target: string
  problems: RunResult['problems']
  gate: { verdict: 'open' | 'shut' | 'not judged'; reason: PageSpan[] } | null
  tables: StudyTable[]
  lists: { title: string; items: PageSpan[][] }[]
  footer: PageSpan[][]
}

/** A table of a study; `lines` stand instead of rows where it is laid out already. */
interface StudyTable {
  title: PageSpan[]
  notes: PageSpan[][]
  lines: PageSpan[][]
  columns: { name: string; right?: true }[]
  rows: PageSpan[][][]
}

/** The part of a conversation that the list and the filters need. */
export interface Card {
  /** Unique in the document: the id, with the version if one id ran against several. */
  key: string
  /** As the command line takes it: `file:line` or `file:line#row`. */
  id: string
  name: string
  suite: string
  agent: string
  /** The version of the run; null in a comparison, which has two. */
  version: string | null
  tags: string[]
  verdict: ComparisonVerdict | Verdict | 'advice'
  certainty: Certainty | null
  /** Why a failure here is expected; null if it is not. */
  excused: string | null
  reason: string
  /** What was decided about the differences of a comparison's conversation. */
  review?: Review
  /** The verdicts of each side's runs, in order; a plain run has one side. */
  runs: Verdict[][]
  /** In a run, or in the pairs of a comparison (in all runs if no pair finished). Absent if there was none. */
  usage?: Usage[] | PairedUsage
  /** By the history, it passes and fails without a change of its script, on at least one side. */
  flakyOverRuns: boolean
  /** The layers in which it went wrong, each once: at most one for a plain run, b's first for a comparison. */
  causes: CauseKind[]
  /** The kinds of findings that judges made in it, each once. */
  judged: JudgedAs[]
  /** The text to search, in lower case: names, reasons, changes, and what was said. */
  search: string
}

/** The result of a criterion for a judge. `advice` is any finding of judges without a licence. */
export type JudgedAs = 'met' | 'not met' | 'unjudged' | 'advice'

/** A whole conversation, read when it is opened, with notes on its results. */
export type Body = { trends: TrendStrip[] } & (
  | { kind: 'run'; conversation: ConversationResult; notes: ReportNote[] }
  | { kind: 'comparison'; conversation: ConversationComparison; notes: { a: ReportNote[]; b: ReportNote[] } }
  | {
      kind: 'finding'
      at: string
      what: PageSpan[]
      lines: PageSpan[][]
      evidence: PageSpan[]
      shown: ShownRun | ShownPair | null
    }
)

/** The conversation that shows a finding. */
export type ShownRun = Pick<Body & { kind: 'run' }, 'kind' | 'conversation' | 'notes'>

/** Two conversations that show a finding, side by side; the first is the trusted one. */
export interface ShownPair {
  kind: 'pair'
  labels: readonly [string, string]
  conversation: Pick<ConversationComparison, 'shown' | 'turns' | 'agent' | 'file'>
  notes: { a: ReportNote[]; b: ReportNote[] }
}

/** How a conversation fared over the newest runs in the history, on one side or version. */
export interface TrendStrip {
  label: string
  flaky: boolean
  /** Since when every judged run has failed, in words; null if the newest one passed. */
  failing: string | null
  facts: [name: string, value: string][]
  /** Oldest first, at least two. */
  points: StripPoint[]
}

/** Its index in the document's `keptRuns`. A tuple, since a report holds tens of thousands. */
export type StripPoint = [run: number, verdict: Verdict, told?: PointTold]

/** Further facts about a run. */
export interface PointTold {
  /** Where it went wrong: `turn 2: reply`. */
  reason?: string
  /** The layer in which it went wrong. */
  cause?: CauseKind
  /** `3 of 5`, if it was run several times. */
  attempts?: string
  /** `the agent changed`: what is not the same as in the previous run. */
  changed?: string
}

/** A run in the history that includes any of the conversations. */
export interface KeptRun {
  /** `2026-11-20 09:03Z`. */
  at: string
  /** Seven digits; null if unknown. */
  commit: string | null
  /** Whether it is the run that the report is about. */
  isThis: boolean
  /** How many of the report's conversations were judged in it, and how many of them passed, over all versions. */
  judged: number
  passed: number
}

/** A finding about a turn, or about the whole session, in words. */
export interface ReportNote {
  /** Counted from 0; null for the whole session. */
  turn: number | null
  /** The place of the expectation in the suite: `line:column`. */
  at: string | null
  tone: 'passed' | 'failed' | 'errored' | 'unsafe' | 'broken' | 'not judged' | 'reference' | 'advice'
  /** The first line is the finding; the others say what was expected and what came. */
  text: string
  /** The line of the suite with a caret under the place, for findings to look into, if the suite is known. */
  excerpt?: string
  /** The judge's quotations, if the finding is a judge's. */
  quotes?: NoteQuotation[]
}

/** Words of an entry of a turn, both counted from 0. */
export interface NoteQuotation {
  turn: number
  entry: number
  words: string
}

/** Times of one subject, one row per side or version. */
export interface LatencyGroup {
  subject: string
  rows: { label: string; times: number[] }[]
  /** Median of the second row minus the first over pairs, with its 95 % confidence interval, in milliseconds. */
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
export function rankCard(card: Pick<Card, 'verdict' | 'certainty'>, kind: PageDocument['kind']): number {
  const ranks: readonly string[] = verdictsOf(kind)
  const certainty = { 'hard break': 0, statistical: 1, unconfirmed: 2 }
  return ranks.indexOf(card.verdict) * 4 + (card.certainty === null ? 3 : certainty[card.certainty])
}

/** The verdicts of a kind of result, most serious first. */
export function verdictsOf(kind: PageDocument['kind']): readonly Card['verdict'][] {
  const all = { run: runVerdicts, comparison: comparisonVerdicts, study: [...runVerdicts, 'advice'] }[kind]
  return all as readonly Card['verdict'][]
}

export interface EmbeddedReport {
  report: PageDocument
  /** Reads one conversation, by the index of its card; only once the file is whole. */
  bodyAt(index: number): Body
  /** Acts at once, or when the browser has read the file to its end. */
  whenWhole(act: () => void): void
}

export function readReport(): EmbeddedReport {
  const report = JSON.parse(textOf('report')) as PageDocument
  let lines: string[] | null = null
  return {
    report,
    bodyAt(index) {
      lines ??= textOf('conversations').split('\n')
      return JSON.parse(lines[index] ?? 'null') as Body
    },
    whenWhole(act) {
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true })
      else act()
    },
  }
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? ''
