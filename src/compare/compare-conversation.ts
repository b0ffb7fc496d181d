import { describeBreakdown } from '../base/describe-breakdown.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { describeStumble } from '../engine/verdict/describe-stumble.ts'
import { describeFailure } from '../wire/client/describe-failure.ts'
import { chooseShown } from './choose-shown.ts'
import { compareLatency } from './compare-latency.ts'
import { compareTranscripts } from './compare-transcripts.ts'
import type { ConversationRuns } from './conversation-runs.ts'
import { describeOutcome } from './describe-outcome.ts'
import { findChanges } from './find-changes.ts'
import type { Certainty, ComparisonVerdict } from './model/comparison-verdict.ts'
import type { ConversationComparison, RunSummary } from './model/conversation-comparison.ts'
import { evidenceOf } from './model/evidence.ts'
import type { SideKey } from './model/side.ts'
import type { CalledVerdict } from './statistics/call-verdicts.ts'

/** What a conversation is compared under: how the sides are called, the conversations that differ from themselves, and the share of pairs that must be judged. */
export interface ComparisonContext {
  labels: Record<SideKey, string>
  noisy: ReadonlySet<string>
  judgedPairs: number
}

/** Puts everything that is known of one conversation together, once its verdict over the pairs has been called. */
export function compareConversation(
  { pairing, a, b }: ConversationRuns,
  called: CalledVerdict,
  { labels, noisy, judgedPairs }: ComparisonContext,
): ConversationComparison {
  const { conversation, file, suite, agent, tags } = pairing.plans.a
  const judged = (run: ConversationResult): boolean => run.verdict === 'passed' || run.verdict === 'failed'
  const troubles = new Set<string>()
  const orNone = <T>(look: () => T[]): T[] => {
    try {
      return look()
    } catch (error) {
      troubles.add(describeBreakdown(error))
      return []
    }
  }
  const changes =
    called.verdict === 'not comparable' ? [] : orNone(() => findChanges(a.filter(judged), b.filter(judged)))
  const known = troubles.size === 0 || called.verdict !== 'same' // nobody knows whether the agent does otherwise
  const { verdict, certainty } = known
    ? settleVerdict(called, { noisy: noisy.has(pairing.id), changed: changes.length > 0 })
    : { verdict: 'not comparable' as const, certainty: null }
  const shown = chooseShown(verdict, called.pass?.effect ?? 0, a, b)
  const runs = { a: a.map(summarise), b: b.map(summarise) }
  const evidence = evidenceOf(called.pass?.pairs ?? 0, Math.max(pairing.pairs, a.length), judgedPairs)
  const facts = { verdict, certainty, runs, pass: called.pass, evidence }
  const turns = orNone(() => (shown.a === null || shown.b === null ? [] : compareTranscripts(shown.a, shown.b)))
  const latency = orNone(() => compareLatency(a, b))
  const outcome = known ? [describeOutcome(facts, labels, called.withinNoise && certainty === null)] : []
  return {
    id: pairing.id,
    file,
    at: conversation.at,
    suite,
    name: conversation.name.value,
    agent: agent.value,
    tags,
    ...facts,
    excused: pairing.excused,
    reason: [...outcome, ...[...troubles].map((why) => `what differs could not be shown: ${why}`)].join('; '),
    shown: { a: shown.a, b: shown.b },
    turns,
    changes,
    latency,
  }
}

/** The verdict of a conversation, once it is known whether the agent does otherwise. */
export function settleVerdict(
  called: CalledVerdict,
  { noisy, changed }: { noisy: boolean; changed: boolean },
): { verdict: ComparisonVerdict; certainty: Certainty | null } {
  const certainty = certaintyOf(called, noisy)
  const other = certainty === 'unconfirmed' || (called.verdict === 'same' && changed)
  return { verdict: other ? 'changed' : called.verdict, certainty }
}

/**
 * A break in too few pairs is no regression yet, since equal sides show one too often; it must not be taken for noise
 * either where the conversation never differed from itself, only because that was not tried often enough.
 */
function certaintyOf({ certainty, withinNoise, pass }: CalledVerdict, noisy: boolean): Certainty | null {
  return withinNoise && !noisy && pass?.breakRisk != null ? 'unconfirmed' : certainty
}

function summarise(result: ConversationResult): RunSummary {
  const { verdict, reason, sessionId, startedAt, ms, turns, failure } = result
  const turn = turns.findIndex((each) => each.verdict !== 'passed')
  const trouble = turns.find((each) => each.failure !== null)?.failure ?? failure
  const stumble = trouble === null ? describeStumble(result) : (describeFailure(trouble).split('\n')[0] ?? null)
  const why = reason ?? (verdict === 'errored' ? stumble : null)
  return { verdict, reason: why, sessionId, startedAt, ms, turn: turn < 0 ? null : turn }
}
