import type { LatencyExpectation } from '../../suite/language/expectations/latency-expectation.ts'
import type { Budget } from '../../suite/language/matchers/duration.ts'
import type { Outcome, TurnFacts } from './outcome/outcome.ts'

/** A limit under `tools` replaces the tool limit for the calls of one tool. An unknown time is not judged. */
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
  return outcomes.map((outcome) => unlessUnseen(outcome, view))
}

/** A limit on a tool that was not called is not judged for another reason where calls cannot be seen. */
function unlessUnseen(outcome: Outcome, { unseen }: TurnFacts['view']): Outcome {
  const isMissing = outcome.kind === 'latency' && outcome.subject === 'tool' && outcome.index === undefined
  if (!isMissing || unseen === null) return outcome
  return { kind: 'value', verdict: 'not judged', at: outcome.at, subject: 'latency', reason: unseen }
}

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

/** A limit in words: a bare `3 s` means at most that. */
export function describeBudget({ written }: Budget): string {
  return /^[<>]/.test(written) ? written : `at most ${written}`
}

/** The value that a share of the samples does not exceed, by nearest rank; null without samples. `share` is from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number | null {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
