import { toNormalForm } from '../../../base/text/normal-form.ts'
import { oneOrMore } from '../../yaml/collections.ts'
import type { YamlNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { keysOf, optional, type RecordOf, record, sameHint } from '../../yaml/record.ts'
import { flag, withPlace, word } from '../../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withName } from '../../yaml/shape.ts'
import { ofKind } from '../matchers/complement.ts'
import { budget } from '../matchers/duration.ts'
import { refuseName, toolName } from '../matchers/fixed-text.ts'
import { argumentMembers, closedMatcher } from '../matchers/matcher-fields.ts'
import { quantity } from '../matchers/quantity.ts'
import { jsonMatcher, jsonOperators } from '../matchers/read-matcher.ts'

/** When in a conversation a function runs (Transcript entry, `phase`). */
const phases = ['pre', 'during', 'post'] as const
export type CallPhase = (typeof phases)[number]

/** One tool call that a turn must contain or, under `never`, must not contain. `at` is the place of the tool's name. */
export interface CallExpectation extends CallDetails {
  name: string
  at: Place
}

/** What is expected of a call beyond its name. `isError` is false unless the script expects the tool to fail. */
export interface CallDetails extends Omit<RecordOf<typeof detailFields>, 'at'> {}

/** `either` where nothing says how the call ends. */
const mayFail: Shape<boolean | 'either'> = {
  read: (node, reading) => (node.kind === 'scalar' && node.source === 'either' ? 'either' : flag.read(node, reading)),
  schema: (definitions) => ({ anyOf: [flag.schema(definitions), { const: 'either' }] }),
}

const detailFields = {
  with: optional(argumentMembers(jsonMatcher, jsonOperators), 'These arguments; others are tolerated.'),
  exactly: optional(
    closedMatcher(jsonMatcher, jsonOperators, 'write arguments: { … } for the condition'),
    'These arguments and no others.',
  ),
  arguments: optional(
    ofKind(jsonMatcher, 'object'),
    'One matcher for all arguments together: { schema: … }, { length: 2 }.',
  ),
  returns: optional(jsonMatcher, 'What the tool returned, parsed when it is JSON.'),
  isError: optional(
    'is_error',
    withPlace(mayFail),
    'Whether the tool reports an error: true, either, or false, as without it.',
  ),
  phase: optional(withPlace(word(phases)), 'pre, during or post.'),
  within: optional(budget, 'The time the tool took (executionTimeMs).'),
  before: optional(oneOrMore('tool names', withPlace(toolName)), 'This call comes before the calls named here.'),
  after: optional(oneOrMore('tool names', withPlace(toolName)), 'This call comes after the calls named here.'),
  times: optional(quantity('count', jsonMatcher), 'How many such calls the turn holds.'),
}
const detailKeys = keysOf(detailFields)

const details = record('a call', detailFields, {
  ...sameHint(['args', 'input', 'params'], 'write the arguments under with:'),
  ...sameHint(['output', 'result'], 'write what the tool gives back under returns:'),
  '*': `write the arguments under with:; the other keys are ${detailKeys.slice(1).join(', ')}`,
})

/** A tool's name, or a mapping of one name to details. */
export const callExpectation: Shape<CallExpectation> = withName('call', () => ({
  read(node, reading) {
    if (node.kind === 'scalar') {
      const name = toolName.read(node, reading)
      return name === undefined ? undefined : { name, at: node.at }
    }
    const entry = node.kind === 'map' ? node.entries[0] : undefined
    if (node.kind !== 'map' || entry === undefined)
      return refuseType(reading, node, 'a tool name', 'write each call as an item of its own: - tool_name')
    if (node.entries.length > 1) return refuseExtraKeys(node, reading)
    if (refuseName(entry.key, entry.keyAt, reading)) return undefined
    const none = entry.value.kind === 'scalar' && entry.value.value === null
    const read: CallDetails | undefined = none ? {} : details.read(entry.value, reading)
    return read === undefined || refuseBothSides(read, reading)
      ? undefined
      : Object.assign(read, { name: toNormalForm(entry.key, 'NFC'), at: entry.keyAt })
  },
  schema: (definitions) => ({
    anyOf: [
      toolName.schema(definitions),
      {
        type: 'object',
        propertyNames: toolName.schema(definitions),
        additionalProperties: { anyOf: [details.schema(definitions), { type: 'null' }] },
        minProperties: 1,
        maxProperties: 1,
      },
    ],
  }),
}))

/** Refuses a tool whose calls all have to come both later and earlier. Returns true if it was refused. */
function refuseBothSides({ before = [], after = [] }: CallDetails, reading: Reading): boolean {
  const both = after.find(({ value }) => before.some((each) => each.value === value))
  if (both === undefined) return false
  const message = `no call comes before all calls of ${both.value} and after all of them`
  refuse(reading, 'wrong-value', both.at, message, 'keep before, or after')
  return true
}

function refuseExtraKeys(node: YamlNode & { kind: 'map' }, reading: Reading): undefined {
  const second = node.entries[1]
  const detail = second !== undefined && detailKeys.includes(second.key)
  const hint = detail
    ? `indent "${second.key}" two spaces further, under the tool's name`
    : 'write each call as a list item of its own'
  const message = 'a call is one tool name with its details below it'
  return refuse(reading, 'wrong-type', second?.keyAt ?? node.at, message, hint)
}
