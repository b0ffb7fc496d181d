import { count, firstLine } from '../../base/text/wording.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import { describeDifferences } from '../../compare/review/describe-differences.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import { type ConversationResult, countSent } from '../../engine/verdict/conversation-result.ts'
import { describeSides, usageOfRuns } from '../../engine/verdict/describe-usage.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import {
  type Body,
  type Card,
  type JudgedAs,
  type PageDocument,
  type ReportNote,
  rankCard,
  type TrendStrip,
} from '../../pages/report/report-document.ts'
import { subjectOfResult, subjectOfSide } from '../../records/history/run-record.ts'
import type { Trend } from '../../records/history/trend.ts'
import type { ReportDocument } from '../document/report-document.ts'
import { listJudged } from '../text/describe-judgement.ts'
import type { WholeOf } from '../text/json-parts.ts'
import type { TextOf } from '../text/reporter.ts'
import { comparisonLatency, createRunLatency } from './latency-overview.ts'
import { makeNotes } from './make-notes.ts'
import { createTrendIndex } from './make-trends.ts'
import { pageOfStudy } from './page-of-study.ts'
import { searchText, spokenText } from './search-text.ts'

/** The data of the page: what it reads at once, and the conversations in the order of their cards. */
export interface Report {
  document: PageDocument
  /** Each is made on demand, since together they are as large as the run. */
  bodies: (() => Body)[]
}

/** Splits a result for the page, gravest first; `trends` come from a history, `textOf` gives texts of suites. */
export function makeReport(
  result: RunResult | Comparison | ReportDocument,
  trends: readonly Trend[] = [],
  wholeOf: WholeOf = (each) => each,
  textOf: TextOf = () => undefined,
): Report {
  if ('findings' in result) {
    const { result: study, cards } = pageOfStudy(result, textOf)
    const { bodies, ...sorted } = sortGravest('study', cards)
    return { document: { kind: 'study', result: study, ...sorted, latency: [], keptRuns: [] }, bodies }
  }
  return 'kind' in result ? reportComparison(result, trends, textOf) : reportRun(result, trends, wholeOf, textOf)
}

function reportComparison(comparison: Comparison, knownTrends: readonly Trend[], textOf: TextOf): Report {
  const { conversations, ...result } = comparison
  const { a, b } = comparison.sides
  const { keptRuns, stripsOf } = createTrendIndex(knownTrends, comparison.startedAt)
  const { cards, bodies } = sortGravest(
    'comparison',
    conversations.map((conversation) => {
      const trends = stripsOf([
        [a.label, subjectOfSide(conversation, a)],
        [b.label, subjectOfSide(conversation, b)],
      ])
      const notesOf = (side: SideKey): ReportNote[] => {
        const run = conversation.shown[side]
        return run === null ? [] : makeNotes(run, textOf)
      }
      const { seen: _, ...shown } = conversation // the page shows all pairs together, not each
      return {
        card: comparisonCard(conversation, trends),
        body: (): Body => ({
          kind: 'comparison',
          conversation: shown,
          notes: { a: notesOf('a'), b: notesOf('b') },
          trends,
        }),
      }
    }),
  )
  const usage = describeSides(comparison, conversations)
  return {
    document: { kind: 'comparison', result, usage, cards, latency: comparisonLatency(comparison), keptRuns },
    bodies,
  }
}

function reportRun(run: RunResult, knownTrends: readonly Trend[], wholeOf: WholeOf, textOf: TextOf): Report {
  const { conversations, ...result } = run
  const { keptRuns, stripsOf } = createTrendIndex(knownTrends, run.startedAt)
  const latency = createRunLatency(run.versions)
  const { cards, bodies } = sortGravest(
    'run',
    conversations.map((slim) => {
      const conversation = wholeOf(slim)
      latency.add(conversation)
      const trends = stripsOf([[conversation.version, subjectOfResult(conversation, run.target)]])
      return {
        card: runCard(conversation, run.versions, trends),
        body: (): Body => {
          const whole = wholeOf(slim)
          return { kind: 'run', conversation: whole, notes: makeNotes(whole, textOf), trends }
        },
      }
    }),
  )
  return { document: { kind: 'run', result, cards, latency: latency.read(), keptRuns }, bodies }
}

/** Conversations of equal severity keep the order of the run. */
function sortGravest(
  kind: PageDocument['kind'],
  conversations: readonly { card: Card; body: () => Body }[],
): { cards: Card[]; bodies: (() => Body)[] } {
  const sorted = conversations.toSorted((one, other) => rankCard(one.card, kind) - rankCard(other.card, kind))
  return { cards: sorted.map(({ card }) => card), bodies: sorted.map(({ body }) => body) }
}

function comparisonCard(compared: ConversationComparison, trends: readonly TrendStrip[]): Card {
  const { id, name, suite, agent, tags, verdict, certainty, excused, review, runs, shown, changes } = compared
  const reason = describeDifferences(compared) ?? compared.reason
  const usage = usageOfRuns(runs)
  const searchable = [...changes.map(({ text }) => text), spokenText([shown.a, shown.b])]
  return {
    key: id,
    ...{ id, name, suite, agent, version: null, tags, verdict, certainty, excused, reason },
    ...(review === undefined ? {} : { review }),
    runs: [runs.a, runs.b].map((side) => side.map((run) => run.verdict)),
    ...(usage.a.length + usage.b.length === 0 ? {} : { usage }),
    flakyOverRuns: trends.some(({ flaky }) => flaky),
    causes: causesOf([shown.b, shown.a]),
    judged: judgedAs([shown.a, shown.b]),
    search: searchText([id, name, suite, agent, reason, compared.reason, ...tags, ...searchable]),
  }
}

/** A plain run's card; the command line does not accept the version in an id, so it shows only among several. */
function runCard(result: ConversationResult, versions: readonly string[], trends: readonly TrendStrip[]): Card {
  const { name, suite, agent, version, tags, verdict } = result
  const id = result.id.endsWith(` ${version}`) ? result.id.slice(0, -version.length - 1) : result.id
  const label = versions.length > 1 ? result.id : id
  const reason = reasonOf(result)
  return {
    key: label,
    ...{ id, name, suite, agent, version, tags, verdict, certainty: null, excused: null, reason },
    runs: [attemptsOf(result)],
    ...(result.usage === undefined || result.usage.length === 0 ? {} : { usage: result.usage }),
    flakyOverRuns: trends.some(({ flaky }) => flaky),
    causes: causesOf([result]),
    judged: judgedAs([result]),
    search: searchText([label, name, suite, agent, reason, ...tags, spokenText([result])]),
  }
}

/** Falls back to the first failure if the conversation itself gives no reason. */
function reasonOf(result: ConversationResult): string {
  if (result.reason !== null) return result.reason
  const first = makeNotes(result).find(({ tone }) => tone !== 'passed' && tone !== 'reference' && tone !== 'advice')
  if (first === undefined) return count(countSent(result), 'turn')
  const where = first.turn === null ? '' : `turn ${first.turn + 1}: `
  return `${where}${firstLine(first.text)}`
}

function causesOf(results: readonly (ConversationResult | null)[]): CauseKind[] {
  return [...new Set(results.flatMap((result) => result?.cause?.kind ?? []))]
}

/** The kinds by which readers filter: a judge's finding if it counts, otherwise advice. */
function judgedAs(results: readonly (ConversationResult | null)[]): JudgedAs[] {
  const judgedRuns = results.flatMap((result) =>
    (result === null ? [] : listJudged(result)).map(({ outcome: { verdict, judgement } }): JudgedAs => {
      if (verdict === 'advice') return 'advice'
      return judgement.says === 'met' || judgement.says === 'not met' ? judgement.says : 'unjudged'
    }),
  )
  return [...new Set(judgedRuns)]
}

function attemptsOf({ attempts, verdict }: ConversationResult): Verdict[] {
  if (attempts === undefined) return [verdict]
  const { passed, failed, unjudged } = attempts
  const repeat = (times: number, each: Verdict): Verdict[] => Array.from({ length: times }, () => each)
  return [...repeat(passed, 'passed'), ...repeat(failed, 'failed'), ...repeat(unjudged, 'errored')]
}
