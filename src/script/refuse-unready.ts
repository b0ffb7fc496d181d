import type { Place } from '../grammar/place.ts'
import { type Reading, refuse } from '../grammar/shape.ts'
import type { LatencyExpectation } from './latency-expectation.ts'
import type { Script } from './script.ts'
import type { TurnExpectation } from './turn-expectation.ts'

/**
 * Refuses the parts of the language that are read but not run yet. An expectation that nobody evaluates must never
 * look like a pass, so a script that uses one is broken until its evaluator exists.
 */
export function refuseUnready(script: Script, reading: Reading): void {
  const unready = (part: string, at: Place | undefined): void => {
    if (at !== undefined)
      refuse(reading, 'not-ready', at, `"${part}" belongs to the language but cannot be run yet`, 'take it out for now')
  }
  unready('include', script.include?.[0]?.at)
  for (const expectation of expectationsOf(script)) unready('p50 and p95', statistics(expectation.latency))
}

function expectationsOf({ everyTurn, conversations }: Script): TurnExpectation[] {
  const turns = conversations.flatMap((each) => each.turns.flatMap(({ expect, requires }) => [expect, requires]))
  return [everyTurn, ...conversations.map((each) => each.everyTurn), ...turns].filter((each) => each !== undefined)
}

function statistics(latency: LatencyExpectation | undefined): Place | undefined {
  const limits = [latency?.turn, latency?.reply, latency?.tool]
  return limits.flatMap((limit) => [limit?.p50, limit?.p95]).find((budget) => budget !== undefined)?.at
}
