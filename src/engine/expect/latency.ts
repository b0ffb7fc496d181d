import type { Budget } from '../../suite/language/budget.ts'
import type { LatencyExpectation } from '../../suite/language/latency-expectation.ts'
import type { Outcome } from './outcome.ts'
import type { TurnFacts } from './turn-facts.ts'

/**
 * The three times against their limits. A tool limit is held against every call, that of `tools` against the calls of one
 * tool, instead of the one for all; without a known time there is nothing to judge.
 */
export function evaluateLatency(expected: LatencyExpectation, { view, turnMs }: TurnFacts): Outcome[] {
  const { turn, reply, tool, tools = [] } = expected
  const outcomes: Outcome[] = []
  if (turn?.each !== undefined) outcomes.push(judge('turn', null, turn.each, turnMs))
  if (reply?.each !== undefined) outcomes.push(judge('reply', null, reply.each, view.replyMs))
  if (tool === undefined && tools.length === 0) return outcomes
  const own = new Map(tools.map(({ name, value }) => [name, value.each]))
  if (tool?.each !== undefined && view.calls.length === 0) outcomes.push(judge('tool', null, tool.each, null))
  for (const { name, output, index } of view.calls) {
    const limit = own.get(name) ?? tool?.each
    if (limit !== undefined)
      outcomes.push(Object.assign(judge('tool', name, limit, output?.executionTimeMs ?? null), { index }))
  }
  for (const [name, limit] of own) {
    const called = view.calls.some((call) => call.name === name)
    if (limit !== undefined && !called) outcomes.push(judge('tool', name, limit, null))
  }
  return outcomes
}

/** Whether a time keeps a budget. */
export function keeps(ms: number, { sign, ms: bound }: Budget): boolean {
  if (sign === '<') return ms < bound
  if (sign === '<=') return ms <= bound
  return sign === '>' ? ms > bound : ms >= bound
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
