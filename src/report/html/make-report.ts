import { redactKeys } from '../../base/secret-keys.ts'
import { count, firstLine } from '../../base/wording.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { ConversationComparison, SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Outcome } from '../../engine/expect/outcome.ts'
import type { RunResult } from '../../engine/run-result.ts'
import type { CauseKind } from '../../engine/verdict/cause-kind.ts'
import { type ConversationResult, countSent } from '../../engine/verdict/conversation-result.ts'
import { describeSides, usageOfRuns } from '../../engine/verdict/describe-usage.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import {
  type Body,
  type Card,
  type JudgedAs,
  type Note,
  type ReportDocument,
  rankCard,
  type TrendStrip,
} from '../../pages/report/report-document.ts'
import { subjectOfResult, subjectOfSide } from '../../records/history/run-record.ts'
import type { Trend } from '../../records/history/trend.ts'
import { excerpt } from '../../suite/yaml/format-problem.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { TextOf } from '../junit/run-junit.ts'
import { describeRecovery, formatCurl } from '../text/describe-exchange.ts'
import { listJudged, quotationsOf } from '../text/describe-judgement.ts'
import { describeOutcomeOn } from '../text/describe-outcome.ts'
import type { WholeOf } from '../text/json-parts.ts'
import { noteOutcome } from '../text/note-outcome.ts'
import { comparisonLatency, createRunLatency } from './latency-overview.ts'
import { createTrendIndex } from './make-trends.ts'

/** The data of the page: what it reads at once, and the conversations in the order of their cards. */
export interface Report {
  document: ReportDocument
  /** Each is made on demand, since together they are as large as the run. */
  bodies: (() => Body)[]
}

/**
 * Splits a result for the page, most serious conversations first. `trends` are the conversations' trends from
 * a history, and `textOf` returns the texts of suites.
 */
export function makeReport(
  result: RunResult | Comparison,
  trends: readonly Trend[] = [],
  wholeOf: WholeOf = (each) => each,
  textOf: TextOf = () => undefined,
): Report {
  return 'kind' in result ? reportComparison(result, trends, textOf) : reportRun(result, trends, wholeOf, textOf)
}

function reportComparison(comparison: Comparison, known: readonly Trend[], textOf: TextOf): Report {
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
        return shown === null ? [] : makeNotes(shown, textOf)
      }
      return {
        card: comparisonCard(conversation, trends),
        body: (): Body => ({
          kind: 'comparison',
          conversation: withoutSeen(conversation),
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

/** The page shows the aggregate over all pairs, not each pair. */
function withoutSeen({ seen: _, ...conversation }: ConversationComparison): ConversationComparison {
  return conversation
}

function reportRun(run: RunResult, known: readonly Trend[], wholeOf: WholeOf, textOf: TextOf): Report {
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
          return { kind: 'run', conversation: whole, notes: makeNotes(whole, textOf), trends }
        },
      }
    }),
  )
  return { document: { kind: 'run', result, cards, latency: latency.read(), keptRuns }, bodies }
}

/** Conversations of equal severity keep the order of the run. */
function sortGravest(
  kind: ReportDocument['kind'],
  conversations: readonly { card: Card; body: () => Body }[],
): { cards: Card[]; bodies: (() => Body)[] } {
  const sorted = conversations.toSorted((one, other) => rankCard(one.card, kind) - rankCard(other.card, kind))
  return { cards: sorted.map(({ card }) => card), bodies: sorted.map(({ body }) => body) }
}

/** The card of a conversation of a comparison. */
function comparisonCard(compared: ConversationComparison, trends: readonly TrendStrip[]): Card {
  const { id, name, suite, agent, tags, verdict, certainty, excused, reason, runs, shown, changes } = compared
  const taken = usageOfRuns(runs)
  const said = [...changes.map(({ text }) => text), spokenText([shown.a, shown.b])]
  return {
    key: id,
    ...{ id, name, suite, agent, version: null, tags, verdict, certainty, excused, reason },
    runs: [runs.a, runs.b].map((side) => side.map((run) => run.verdict)),
    ...(taken.a.length + taken.b.length === 0 ? {} : { usage: taken }),
    flakyOverRuns: trends.some(({ flaky }) => flaky),
    causes: causesOf([shown.b, shown.a]),
    judged: judgedAs([shown.a, shown.b]),
    search: searchText([id, name, suite, agent, reason, ...tags, ...said]),
  }
}

/**
 * The card of a conversation of a plain run. Its result id ends with the version, which the command line does not
 * accept, so the version is part of the label only if there are several.
 */
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
  const { attempts } = result
  if (attempts !== undefined) return `${attempts.passed} of ${attempts.times} attempts passed, ${attempts.pass} must`
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
  const found = results.flatMap((result) =>
    (result === null ? [] : listJudged(result)).map(({ outcome: { verdict, judgement } }): JudgedAs => {
      if (verdict === 'advice') return 'advice'
      return judgement.says === 'met' || judgement.says === 'not met' ? judgement.says : 'unjudged'
    }),
  )
  return [...new Set(found)]
}

function attemptsOf({ attempts, verdict }: ConversationResult): Verdict[] {
  if (attempts === undefined) return [verdict]
  const { passed, failed, unjudged } = attempts
  const repeat = (times: number, each: Verdict): Verdict[] => Array.from({ length: times }, () => each)
  return [...repeat(passed, 'passed'), ...repeat(failed, 'failed'), ...repeat(unjudged, 'errored')]
}

/** Redacts keys first: in lower case or cut they would not be recognised. */
const searchText = (parts: readonly string[]): string => redactKeys(parts.join('\n')).toLowerCase()

/** The longest search text of one conversation, in characters. */
const most = 20_000

/** What was said and called in the runs of a conversation, each line once, for the search. */
function spokenText(results: readonly (ConversationResult | null)[]): string {
  const lines = new Set<string>()
  for (const result of results) {
    for (const { user, entries } of result?.turns ?? []) {
      if (user !== null) lines.add(user)
      for (const entry of entries) {
        if (entry.type === 'function_call') lines.add(entry.name)
        if (entry.type === 'message')
          for (const item of entry.content) if (item.type === 'text') lines.add(String(item.text))
      }
    }
  }
  return redactKeys([...lines].join('\n')).slice(0, most)
}

/**
 * All findings about a conversation, in words, turn by turn; those about the session come last. Failures have
 * the line of the suite with them, if `textOf` knows the suite.
 */
export function makeNotes(
  { file, turns, outcomes, failure, problems, startedAt }: ConversationResult,
  textOf: TextOf = () => undefined,
): Note[] {
  const noteAt = (turn: number | null, at: Place | null, tone: Note['tone'], text: string): Note => {
    const content = at === null || !toLookAt.has(tone) ? undefined : textOf(file)
    const where = at === null ? null : `${at.line}:${at.column}`
    const shown = content === undefined || at === null ? {} : { excerpt: excerpt(content, at) }
    return { turn, at: where, tone, text, ...shown }
  }
  const noteOf = (outcome: Outcome, turn: number | null): Note[] => {
    const { at, verdict } = outcome
    if (outcome.kind === 'judge') {
      const quotes = quotationsOf(outcome.judgement)
      return [{ ...noteAt(turn, at, verdict, describeOutcomeOn(outcome, startedAt)), quotes }]
    }
    const text =
      verdict === 'passed' || verdict === 'reference' ? noteOutcome(outcome, '') : describeOutcomeOn(outcome, startedAt)
    return text === null ? [] : [noteAt(turn, at, verdict, text)]
  }
  return [
    ...problems.map(({ at, message, code, hint }): Note => {
      const text = [`${message} [${code}]`, ...(hint === undefined ? [] : [`  ${hint}`])].join('\n')
      return noteAt(null, at, 'broken', text)
    }),
    ...turns.flatMap(({ index, at, outcomes: found, failure: why, recovered, sent }) => [
      ...(recovered === undefined ? [] : [noteAt(index, null, 'reference', describeRecovery(recovered))]),
      ...found.flatMap((outcome) => noteOf(outcome, index)),
      ...(why === null || found.some(({ kind }) => kind === 'error')
        ? []
        : [noteAt(index, at, why.kind === 'blocked' ? 'unsafe' : 'errored', describeFailure(why))]),
      ...(sent === undefined ? [] : [noteAt(index, null, 'reference', `send it again\n  ${formatCurl(sent)}`)]),
    ]),
    ...outcomes.flatMap((outcome) => noteOf(outcome, null)),
    ...(failure === null
      ? []
      : [noteAt(null, null, 'errored', `the stored session could not be compared\n  ${describeFailure(failure)}`)]),
  ]
}

/** The findings that get an excerpt of the suite. */
const toLookAt: ReadonlySet<Note['tone']> = new Set(['failed', 'errored', 'unsafe', 'broken', 'not judged'])
