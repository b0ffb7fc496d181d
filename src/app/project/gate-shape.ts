import type { GatePolicy, LatencyPolicy } from '../../compare/gate/gate-policy.ts'
import { duration } from '../../suite/language/budget.ts'
import { optional, record } from '../../suite/yaml/record.ts'
import { flag, wholeNumber } from '../../suite/yaml/scalar.ts'
import { refuse, refuseType, type Shape } from '../../suite/yaml/shape.ts'
import { percent } from './percent.ts'

/** A gate as a config writes it; what is left out is as in `defaultPolicy`. */
export type GateConfig = Partial<GatePolicy>

const latency: Shape<LatencyPolicy> = record('a latency', {
  p50: optional('p50', duration, 'What the median must not exceed, for example 2 s.'),
  p95: optional('p95', duration, 'What the 95th percentile must not exceed, for example 4 s.'),
  slower: optional('slower', percent(100), 'How much slower than the other side it may be, for example 20 %.'),
})

/** `any` lets as many through as there are; a number is the most. */
const atMost: Shape<number | null> = {
  read(node, reading) {
    if (node.kind === 'scalar' && node.source === 'any') return null
    if (node.kind === 'scalar' && typeof node.value === 'number') return wholeNumber(0).read(node, reading)
    const hint = 'write the most there may be, such as 0, or any'
    if (node.kind !== 'scalar') return refuseType(reading, node, 'a count', hint)
    return refuse(reading, 'wrong-value', node.at, `"${node.source}" is not a count`, hint)
  },
  schema: (definitions) => ({ anyOf: [wholeNumber(0).schema(definitions), { const: 'any' }] }),
}

/** The gate of `tableread compare`: what must hold for exit code 0. */
export const gateShape: Shape<GateConfig> = record('the gate', {
  hardBreaks: optional('hard breaks', atMost, 'Conversations that always passed and now never do. Default: 0.'),
  regressions: optional('regressions', atMost, 'Conversations that pass less often, beyond chance. Default: 0.'),
  unconfirmed: optional('unconfirmed breaks', atMost, 'What looks like a break in too few runs. Default: 0.'),
  notComparable: optional('not comparable', atMost, 'Conversations that could not be judged on a side. Default: 0.'),
  judgedPairs: optional(
    'judged pairs',
    percent(1),
    'The least share of the pairs asked for that must be judged, of each conversation and of all. Default: two thirds.',
  ),
  passRate: optional('pass rate', percent(1), 'The least share of runs that pass, for example 95 %.'),
  toolErrors: optional('tool errors', percent(1), 'The largest share of tool outputs that are errors.'),
  coverage: optional('coverage', flag, 'true: what the runs of one side show must not be missing on the other.'),
  latency: optional(
    'latency',
    record('latencies', {
      turn: optional('turn', latency, 'From sending the message to having the answer.'),
      reply: optional('reply', latency, "From the user's message to the last reply, by the transcript."),
      tool: optional('tool', latency, 'The time of tool calls.'),
    }),
    'Limits on times, over all runs.',
  ),
})
