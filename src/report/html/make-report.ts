import type { Comparison } from '../../compare/comparison.ts'
import type { SideKey } from '../../compare/model/side.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { rankCard } from '../../pages/report/rank-verdict.ts'
import type { Body, Card, Note, ReportDocument } from '../../pages/report/report-document.ts'
import { subjectOfResult, subjectOfSide } from '../../records/history/history-subject.ts'
import type { Trend } from '../../records/history/trend.ts'
import type { WholeOf } from '../text/json-parts.ts'
import { comparisonLatency, createRunLatency } from './latency-overview.ts'
import { comparisonCard, runCard } from './make-cards.ts'
import { makeNotes } from './make-notes.ts'
import { createTrendIndex } from './make-trends.ts'

/** What the page is made of: what it reads at once, and the conversations in the order of their cards. */
export interface Report {
  document: ReportDocument
  /** Each is made when it is asked for, since together they are as large as the run. */
  bodies: (() => Body)[]
}

/** Takes a result apart for the page, the gravest conversations first. `trends` are those that a history has of them. */
export function makeReport(
  result: RunResult | Comparison,
  trends: readonly Trend[] = [],
  wholeOf: WholeOf = (each) => each,
): Report {
  return 'kind' in result ? reportComparison(result, trends) : reportRun(result, trends, wholeOf)
}

function reportComparison(comparison: Comparison, known: readonly Trend[]): Report {
  const { conversations, ...result } = comparison
  const { a, b } = comparison.sides
  const { keptRuns, stripsOf } = createTrendIndex(known, comparison.startedAt)
  const { cards, bodies } = sortGravest(
    'comparison',
    conversations.map((conversation) => {
      const trends = stripsOf([
        [a.label, subjectOfSide(conversation, a)],
        [b.label, subjectOfSide(conversation, b)],
      ])
      const notesOf = (side: SideKey): Note[] => {
        const shown = conversation.shown[side]
        return shown === null ? [] : makeNotes(shown)
      }
      return {
        card: comparisonCard(conversation, trends),
        body: (): Body => ({
          kind: 'comparison',
          conversation,
          notes: { a: notesOf('a'), b: notesOf('b') },
          trends,
        }),
      }
    }),
  )
  return { document: { kind: 'comparison', result, cards, latency: comparisonLatency(comparison), keptRuns }, bodies }
}

function reportRun(run: RunResult, known: readonly Trend[], wholeOf: WholeOf): Report {
  const { conversations, ...result } = run
  const { keptRuns, stripsOf } = createTrendIndex(known, run.startedAt)
  const latency = createRunLatency(run.versions)
  const { cards, bodies } = sortGravest(
    'run',
    conversations.map((kept) => {
      const conversation = wholeOf(kept)
      latency.add(conversation)
      const trends = stripsOf([[conversation.version, subjectOfResult(conversation, run.target)]])
      return {
        card: runCard(conversation, run.versions, trends),
        body: (): Body => {
          const whole = wholeOf(kept)
          return { kind: 'run', conversation: whole, notes: makeNotes(whole), trends }
        },
      }
    }),
  )
  return { document: { kind: 'run', result, cards, latency: latency.read(), keptRuns }, bodies }
}

/** Of the same gravity, the order of the run stays. */
function sortGravest(
  kind: ReportDocument['kind'],
  conversations: readonly { card: Card; body: () => Body }[],
): { cards: Card[]; bodies: (() => Body)[] } {
  const sorted = conversations.toSorted((one, other) => rankCard(one.card, kind) - rankCard(other.card, kind))
  return { cards: sorted.map(({ card }) => card), bodies: sorted.map(({ body }) => body) }
}
