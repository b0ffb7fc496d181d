import type { Comparison } from '../../compare/comparison.ts'
import { describeShort, titleOfVerdict } from '../../compare/model/comparison-verdict.ts'
import {
  type ConversationComparison,
  failsOnBoth,
  isUnproven,
  type SideKey,
} from '../../compare/model/conversation-comparison.ts'
import { describeDecision } from '../../compare/model/describe-decision.ts'
import { describeDifferences } from '../../compare/review/describe-differences.ts'
import { countLost, describeLost } from '../../compare/statistics/lost-runs.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import type { SkippedConversation } from '../../engine/verdict/part-of-run.ts'
import type { Case } from '../document/report-document.ts'
import { said, type Words } from '../document/words.ts'
import { placeOfFailure } from '../failures/format-failure.ts'

/** A case for each conversation, in their order; after them those that their scripts skip, and those that did not run. */
export function casesOf(
  { conversations, skipped = [], changed }: Pick<Comparison, 'conversations' | 'skipped' | 'changed'>,
  labels: Record<SideKey, string>,
): Case[] {
  const notRun = changed?.notRun ?? []
  return [
    ...conversations.map((each) => caseOf(each, labels, conversations)),
    ...skipped.map((each) => skippedCase(each, labels, 'skipped')),
    ...notRun.map((each) => skippedCase({ ...each, reason: `not run: ${each.reason}` }, labels, 'not run')),
  ]
}

/** Failed: regressed, or an unconfirmed break; errored: not comparable, or too little judged; others pass. */
export function wrongOf(
  each: ConversationComparison,
  every: readonly ConversationComparison[],
): { verdict: 'failed' | 'errored'; kind: string } | null {
  const { verdict, certainty, pass, evidence } = each
  if (verdict === 'regressed') return { verdict: 'failed', kind: verdict }
  if (certainty === 'unconfirmed' && (pass?.effect ?? 0) < 0) return { verdict: 'failed', kind: 'unconfirmed break' }
  if (verdict === 'not comparable') return { verdict: 'errored', kind: verdict }
  if (isUnproven(each, every)) return { verdict: 'errored', kind: 'never passed' }
  const isShort = evidence !== undefined && describeShort(evidence) !== null
  return isShort ? { verdict: 'errored', kind: 'too little judged' } : null
}

/** What a comparison leaves open of a conversation although nothing is wrong with it, which is no pass; null where it settled all. */
function openOf(each: ConversationComparison, every: readonly ConversationComparison[]): { kind: string } | null {
  if (failsOnBoth(each, every)) return { kind: 'fails on both sides' }
  return each.verdict === 'flaky' ? { kind: 'not certain' } : null
}

/** What is told of it, or why it has its verdict, and then what was decided about it or why a failure is excused. */
export function reasonOf({ reason, excused, review }: ConversationComparison, reasonText: string = reason): Words {
  if (review !== undefined && review.decision !== 'undecided')
    return said(`${reasonText}; ${describeDecision(review)}`, 1_000)
  return said(excused === null ? reasonText : `${reasonText}; excused: ${excused}`, 1_000)
}

function caseOf(
  conversation: ConversationComparison,
  labels: Record<SideKey, string>,
  every: readonly ConversationComparison[],
): Case {
  const { id, name, file, at, excused, reason, runs, shown } = conversation
  const all = [...runs.a, ...runs.b]
  const [startedAt] = all.map((run) => run.startedAt).sort()
  const wrong = wrongOf(conversation, every)
  const open = wrong ?? openOf(conversation, every)
  const place = { file, line: (wrong === null || shown.b === null ? at : placeOfFailure(shown.b)).line }
  const cause = describeDifferences(conversation)
  return {
    ...{ id, suite: file, name, version: `${labels.a} against ${labels.b}`, at: place, failsAt: place },
    ...(open === null ? {} : { kind: open.kind }),
    verdict: open === null ? 'passed' : wrong === null || excused !== null ? 'skipped' : wrong.verdict,
    status: titleOfVerdict(conversation),
    reason: reasonOf(conversation, cause === null ? reason : `${cause}; ${reason}`),
    ...(startedAt === undefined ? {} : { startedAt }),
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
    facts: factsOf(conversation, labels),
  }
}

function skippedCase(
  { file, line, name, reason, alone = 'skipped' }: SkippedConversation,
  labels: Record<SideKey, string>,
  status: 'skipped' | 'not run',
): Case {
  const version = `${labels.a} against ${labels.b}`
  return {
    ...{ id: `${status} ${file}:${line}${status === 'skipped' ? '' : ` ${name}`}`, suite: file, name, version },
    at: { file, line },
    verdict: casesAlone[alone] ?? 'errored',
    ...(status === 'skipped' ? {} : { status }),
    reason,
  }
}

/** What came of a conversation of a new agent, as a case; all else could not be judged. */
const casesAlone: Readonly<Record<string, Case['verdict']>> = {
  ...{ passed: 'passed', failed: 'failed', skipped: 'skipped', 'expected fail': 'skipped' },
}

/** Sessions are those of the shown runs; `turn` is the first turn of b that did not pass, from 1. */
function factsOf(conversation: ConversationComparison, labels: Record<SideKey, string>): Record<string, string[]> {
  const { suite, agent, shown, tags, runs, parts, hidden } = conversation
  const lossNotes = describeLost(countLost([conversation]), labels)
  const turn = runs.b.find((run) => run.verdict !== 'passed' && run.turn !== null)?.turn ?? null
  const failure = shown.b?.turns.find((each) => each.failure !== null)?.failure ?? shown.b?.failure ?? null
  const listOf = (value: string | null | undefined): string[] => (value == null ? [] : [value])
  return {
    at: [addressOf(conversation)],
    suite: [suite],
    agent: [agent],
    'sessionId.a': listOf(shown.a?.sessionId),
    'sessionId.b': listOf(shown.b?.sessionId),
    turn: turn === null ? [] : [String(turn + 1)],
    partsAtTurn: parts === undefined ? [] : [String(parts.turn + 1)],
    hidden: hidden === undefined ? [] : [`from turn ${hidden.turn + 1} on: ${hidden.why}`],
    lost: lossNotes.length === 0 ? [] : [lossNotes.join('; ')],
    'causedBy.a': listOf(shown.a?.cause?.kind),
    'causedBy.b': listOf(shown.b?.cause?.kind),
    failure: listOf(failure?.kind),
    errorCode: listOf(failure?.kind === 'refused' ? failure.errorCode : null),
    tag: tags,
  }
}
