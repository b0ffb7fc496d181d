import type { Budget } from '../script/budget.ts'
import type { LatencyExpectation } from '../script/latency-expectation.ts'
import type { Outcome } from './outcome.ts'
import type { TurnFacts } from './turn-facts.ts'

/** The three times against their limits. A tool limit is held against every call; without a known time there is nothing to judge. */
export function evaluateLatency({ turn, reply, tool }: LatencyExpectation, { view, turnMs }: TurnFacts): Outcome[] {
  const outcomes: Outcome[] = []
  if (turn?.each !== undefined) outcomes.push(judge('turn', null, turn.each, turnMs))
  if (reply?.each !== undefined) outcomes.push(judge('reply', null, reply.each, view.replyMs))
  const limit = tool?.each
  if (limit !== undefined) {
    if (view.calls.length === 0) outcomes.push(judge('tool', null, limit, null))
    for (const { name, output, index } of view.calls)
      outcomes.push({ ...judge('tool', name, limit, output?.executionTimeMs ?? null), index })
  }
  return outcomes
}

/** Whether a time keeps a budget. */
export function keeps(ms: number, { sign, ms: bound }: Budget): boolean {
  return { '<': ms < bound, '<=': ms <= bound, '>': ms > bound, '>=': ms >= bound }[sign]
}

function judge(
  subject: 'turn' | 'reply' | 'tool',
  tool: string | null,
  limit: Budget,
  ms: number | null,
): Outcome & { kind: 'latency' } {
  const verdict = ms === null ? 'not judged' : keeps(ms, limit) ? 'passed' : 'failed'
  return { kind: 'latency', verdict, at: limit.at, subject, tool, limit, ms }
}
