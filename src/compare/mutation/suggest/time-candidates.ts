import type { JsonValue } from '../../../base/json.ts'
import type { HeardTurn } from '../mutant/talk.ts'

const steps = [500, 1_000, 2_000, 3_000, 5_000, 10_000, 15_000]

/** The smallest round limit that is at least twice the slowest time recorded. */
function limitFor(ms: readonly number[]): JsonValue[] {
  const least = 2 * Math.max(0, ...ms)
  const limit = steps.find((each) => each >= least)
  return limit === undefined ? [] : [limit < 1_000 ? `${limit} ms` : `${limit / 1_000} s`]
}

/** A limit on every tool of these turns. */
export function toolLimit(turns: readonly HeardTurn[]): JsonValue[] {
  const times = turns.flatMap(({ view }) => view.calls.flatMap(({ output }) => output?.executionTimeMs ?? []))
  return times.length === 0 ? [] : limitFor(times).map((tool) => ({ tool }))
}

/** A limit on every answer of these turns: one that a busy network does not break at once. */
export function turnLimit(turns: readonly HeardTurn[]): JsonValue[] {
  return limitFor([1_500, ...turns.map(({ ms }) => ms)]).map((turn) => ({ turn }))
}
