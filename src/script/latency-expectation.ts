import type { Place } from '../grammar/place.ts'
import { optional, record } from '../grammar/record.ts'
import type { Shape } from '../grammar/shape.ts'
import { type Budget, budget } from './budget.ts'

/** Limits on one of the three times; `p50` and `p95` are over the repeats of a conversation. */
export interface LatencyLimit {
  each?: Budget
  p50?: Budget
  p95?: Budget
}

/**
 * The three times of a turn: `turn` is the client's wall clock, `reply` the transcript's own (from the user's message
 * to the last assistant message), `tool` the longest executionTimeMs of a call.
 */
export interface LatencyExpectation {
  at: Place
  turn?: LatencyLimit
  reply?: LatencyLimit
  tool?: LatencyLimit
}

const statistics = record('a latency', {
  each: optional('each', budget, 'The limit for every single one.'),
  p50: optional('p50', budget, 'The limit for the median over the repeats.'),
  p95: optional('p95', budget, 'The limit for the 95th percentile over the repeats.'),
})

const limit: Shape<LatencyLimit> = {
  read(node, reading) {
    if (node.kind === 'map') return statistics.read(node, reading)
    const each = budget.read(node, reading)
    return each === undefined ? undefined : { each }
  },
  schema: (definitions) => ({ anyOf: [budget.schema(definitions), statistics.schema(definitions)] }),
}

const whole = record('latency', {
  turn: optional('turn', limit, 'From sending the message to having the answer, on the client.'),
  reply: optional(
    'reply',
    limit,
    "From the user's message to the last assistant message, by the transcript's timestamps.",
  ),
  tool: optional('tool', limit, 'The time of each tool call (executionTimeMs).'),
})

/** `3 s` limits the turn; a mapping limits `turn`, `reply` and `tool` apart. */
export const latencyExpectation: Shape<LatencyExpectation> = {
  read(node, reading) {
    if (node.kind === 'map') return whole.read(node, reading)
    const each = budget.read(node, reading)
    return each === undefined ? undefined : { at: node.at, turn: { each } }
  },
  schema: (definitions) => ({ anyOf: [budget.schema(definitions), whole.schema(definitions)] }),
}
