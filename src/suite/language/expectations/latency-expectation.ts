import { toNormalForm } from '../../../base/text/normal-form.ts'
import type { NamedEntry } from '../../yaml/collections.ts'
import type { MapNode } from '../../yaml/node.ts'
import { optional, record } from '../../yaml/record.ts'
import { type Reading, type ReadOf, refuse, refuseType, type Shape } from '../../yaml/shape.ts'
import { budget } from '../matchers/duration.ts'
import { fixedNames } from '../matchers/fixed-text.ts'
import { refuseToolPattern } from './tool-pattern.ts'

/** Limits on one of the three times; `p50` and `p95` are over the repeats of a conversation. */
export interface LatencyLimit extends Omit<ReadOf<typeof statistics>, 'at'> {}

/**
 * The three times of a turn: `turn` is the client's wall clock, `reply` the transcript's own (from the user's
 * message to the last assistant message), `tool` the executionTimeMs of each call. `tools` holds budgets of
 * single tools, which replace `tool` for those tools.
 */
export interface LatencyExpectation extends ReadOf<typeof whole> {}

const statistics = record('a latency', {
  each: optional(budget, 'The limit for every single one.'),
  p50: optional(budget, 'The limit for the median over the repeats.'),
  p95: optional(budget, 'The limit for the 95th percentile over the repeats.'),
})

/** A mapping of limits; an empty one could never fail. */
function readLimits<T>(shape: Shape<T>, keys: string, node: MapNode, reading: Reading): T | undefined {
  if (node.entries.length > 0) return shape.read(node, reading)
  const hint = `write ${keys} below it, or a time: 3 s`
  return refuse(reading, 'asserts-nothing', node.at, 'this limits nothing', hint)
}

const limit: Shape<LatencyLimit> = {
  read(node, reading) {
    if (node.kind === 'map') return readLimits(statistics, 'each, p50 or p95', node, reading)
    const each = budget.read(node, reading)
    return each === undefined ? undefined : { each }
  },
  schema: (definitions) => ({ anyOf: [budget.schema(definitions), statistics.schema(definitions)] }),
}

const budgets: Shape<NamedEntry<LatencyLimit>[]> = {
  read(node, reading) {
    if (node.kind !== 'map') {
      const hint = 'write { tool_name: 800 ms }, or tool: for a limit on every call'
      return refuseType(reading, node, 'a mapping of tools to their limits', hint)
    }
    const read = fixedNames('tools', limit).read(node, reading)
    if (read?.some(({ name, at }) => refuseToolPattern(name, at, reading)) === true) return undefined
    if (read === undefined || read.length > 0)
      return read?.map((each) => ({ ...each, name: toNormalForm(each.name, 'NFC') }))
    return refuse(reading, 'wrong-value', node.at, 'this limits no tool', 'write tool_name: 800 ms, or take it out')
  },
  schema: (definitions) => ({ ...fixedNames('tools', limit).schema(definitions), minProperties: 1 }),
}

const whole = record('latency', {
  turn: optional(limit, 'From sending the message to having the answer, on the client.'),
  reply: optional(limit, "From the user's message to the last assistant message, by the transcript's timestamps."),
  tool: optional(limit, 'The time of each tool call (executionTimeMs).'),
  tools: optional(budgets, 'Budgets of single tools, by name; they stand instead of what tool says.'),
})

/** `3 s` limits the turn; a mapping limits `turn`, `reply` and `tool` apart. */
export const latencyExpectation: Shape<LatencyExpectation> = {
  read(node, reading) {
    if (node.kind === 'map') return readLimits(whole, 'turn, reply, tool or tools', node, reading)
    const each = budget.read(node, reading)
    return each === undefined ? undefined : { at: node.at, turn: { each } }
  },
  schema: (definitions) => ({ anyOf: [budget.schema(definitions), whole.schema(definitions)] }),
}
