import type { Pattern } from '../../base/patterns/linear-pattern.ts'
import { oneOrMore } from '../yaml/collections.ts'
import type { Place } from '../yaml/place.ts'
import { withPlace } from '../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape } from '../yaml/shape.ts'
import { refuseToolPattern } from './expectations/tool-pattern.ts'
import { refuseVariable, toolName } from './matchers/fixed-text.ts'
import { pattern } from './matchers/pattern.ts'

/** Words that claim something is done, and the tools of which at least one must have done it before. */
export interface Claim {
  at: Place
  /** As written, for messages: `/refund (has been|was) issued/i`. */
  written: string
  pattern: Pattern
  tools: { value: string; at: Place }[]
  /** The other source that it comes from, if not the suite: `the config`. */
  from?: string
}

const tools = oneOrMore('tools', withPlace(toolName))

/** A mapping of patterns to tools: `/refund (has been|was) issued/i: issue_refund`. */
export const claims: Shape<Claim[]> = {
  read(node, reading) {
    if (node.kind !== 'map')
      return refuseType(reading, node, 'a mapping of claims', 'write /refund was issued/i: issue_refund, a line each')
    if (node.entries.length === 0)
      return refuse(reading, 'asserts-nothing', node.at, 'no claim stands here', 'write one, or take claims: out')
    const before = reading.problems.length
    const read = node.entries.flatMap(({ key, keyAt, value }): Claim[] => {
      const words = readWords(key, keyAt, reading)
      const calls = tools.read(value, reading)
      if (words === undefined || calls === undefined) return []
      const isRefused = calls.map(({ value: name, at }) => refuseToolPattern(name, at, reading)).includes(true)
      return isRefused ? [] : [{ at: keyAt, written: key, pattern: words, tools: calls }]
    })
    return reading.problems.length > before ? undefined : read
  },
  schema: (definitions) => ({
    type: 'object',
    additionalProperties: tools.schema(definitions),
    minProperties: 1,
    propertyNames: { pattern: '^/.*/[imsu]*$' },
  }),
}

/** Bare words are ambiguous between a phrase and a pattern, so slashes are required. */
function readWords(key: string, at: Place, reading: Reading): Pattern | undefined {
  if (refuseVariable(key, at, reading)) return undefined
  if (/^\/.+\/[a-zA-Z]*$/s.test(key))
    return pattern.read({ kind: 'scalar', source: key, value: key, plain: false, at }, reading)
  const hint = `write it between slashes: /${key.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}/i`
  return refuse(reading, 'wrong-value', at, `${JSON.stringify(key)} is no pattern`, hint)
}
