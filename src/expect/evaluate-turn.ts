import type { TurnExpectation } from '../script/turn-expectation.ts'
import { evaluateCalls } from './calls.ts'
import { evaluateError } from './error.ts'
import { evaluateLatency } from './latency.ts'
import { evaluateLocal } from './local.ts'
import type { Outcome } from './outcome.ts'
import { evaluateReply } from './reply.ts'
import { resolveNow } from './resolve-now.ts'
import type { TurnFacts } from './turn-facts.ts'

/** Judges one turn: an outcome for each condition that the script states, in the order of the language. */
export function evaluateTurn(written: TurnExpectation, facts: TurnFacts): Outcome[] {
  const expected = resolveNow(written, facts.view.entries)
  const { error, reply, calls, latency } = expected
  return [
    ...(error === undefined ? [] : evaluateError(error, facts)),
    ...(reply === undefined ? [] : evaluateReply(reply, facts.view)),
    ...(calls === undefined ? [] : evaluateCalls(calls, facts.view.calls)),
    ...(latency === undefined ? [] : evaluateLatency(latency, facts)),
    ...evaluateLocal(expected, facts),
  ]
}
