import type { TurnExpectation } from '../script/turn-expectation.ts'
import { evaluateCalls } from './calls.ts'
import { evaluateError } from './error.ts'
import { evaluateLatency } from './latency.ts'
import { evaluateLocal } from './local.ts'
import type { Outcome } from './outcome.ts'
import { evaluateReply } from './reply.ts'
import { resolveNow } from './resolve-now.ts'
import { setAside } from './set-aside.ts'
import type { TurnFacts } from './turn-facts.ts'

/** Judges one turn: an outcome for each condition that the script states, in the order of the language. */
export function evaluateTurn(written: TurnExpectation, facts: TurnFacts): Outcome[] {
  const { sound, outcomes: unjudged } = setAside(written)
  const expected = resolveNow(sound, facts.view.entries)
  const { error, reply, calls, latency } = expected
  const outcomes: Outcome[] = []
  if (error !== undefined) outcomes.push(...evaluateError(error, facts))
  if (reply !== undefined) outcomes.push(...evaluateReply(reply, facts.view))
  if (calls !== undefined) outcomes.push(...evaluateCalls(calls, facts.view.calls))
  if (latency !== undefined) outcomes.push(...evaluateLatency(latency, facts))
  outcomes.push(...evaluateLocal(expected, facts), ...unjudged)
  return outcomes
}
