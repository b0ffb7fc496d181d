import { keeps } from '../expect/latency.ts'
import type { Outcome } from '../expect/outcome.ts'
import { percentile } from '../expect/percentile.ts'
import type { Plan } from '../runner/plan.ts'
import type { LatencyExpectation } from '../script/latency-expectation.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import type { ConversationResult } from './conversation-result.ts'
import type { TurnResult } from './turn-result.ts'

const shares = { p50: 0.5, p95: 0.95 } as const

/**
 * Judges the limits on p50 and p95 of a conversation: those of a turn over its attempts, those of a guardrail over all
 * turns of all attempts. Times that are not known are left out; without any there is nothing to judge.
 */
export function judgeStatistics(plan: Plan, attempts: readonly ConversationResult[]): Outcome[] {
  const ofTurns = plan.conversation.turns.flatMap(({ expect }, index) =>
    judge(
      expect?.latency,
      attempts.flatMap(({ turns }) => turns[index] ?? []),
    ),
  )
  const all = attempts.flatMap(({ turns }) => turns)
  return [...ofTurns, ...plan.everyTurn.flatMap(({ latency }) => judge(latency, all))]
}

function judge(expected: LatencyExpectation | undefined, turns: readonly TurnResult[]): Outcome[] {
  if (expected === undefined) return []
  return (['turn', 'reply', 'tool'] as const).flatMap((subject) =>
    (['p50', 'p95'] as const).flatMap((statistic): Outcome[] => {
      const limit = expected[subject]?.[statistic]
      if (limit === undefined) return []
      const samples = turns.flatMap((turn) => timesOf(turn, subject))
      const ms = percentile(samples, shares[statistic])
      const verdict = ms === null ? 'not judged' : keeps(ms, limit) ? 'passed' : 'failed'
      const over = { statistic, samples: samples.length }
      return [{ kind: 'latency', verdict, at: limit.at, subject, tool: null, limit, ms, over }]
    }),
  )
}

/** The times of one turn that was answered, in milliseconds. */
function timesOf({ turnMs, entries, failure, step }: TurnResult, subject: 'turn' | 'reply' | 'tool'): number[] {
  if (turnMs === null || failure !== null || step !== undefined) return []
  if (subject === 'turn') return [turnMs]
  const view = viewTurn(entries)
  const times = subject === 'reply' ? [view.replyMs] : view.calls.map(({ output }) => output?.executionTimeMs ?? null)
  return times.filter((ms) => ms !== null)
}
