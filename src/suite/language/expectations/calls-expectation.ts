import { list, oneOrMore } from '../../yaml/collections.ts'
import type { Place } from '../../yaml/place.ts'
import { optional, type RecordOf, record, sameHint } from '../../yaml/record.ts'
import { withPlace } from '../../yaml/scalar.ts'
import { type Reading, refuse, refuseType, type Shape, withName } from '../../yaml/shape.ts'
import { toolName } from '../matchers/fixed-text.ts'
import { quantity } from '../matchers/quantity.ts'
import { jsonMatcher } from '../matchers/read-matcher.ts'
import { callExpectation } from './call-expectation.ts'
import { refuseToolPatterns } from './tool-pattern.ts'

/**
 * What is expected of a turn's tool calls. A bare list means `in order`: these calls in this order, others
 * tolerated. `exactly` tolerates no others, `any order` ignores the order, `never` applies to the whole turn,
 * `only` tolerates no other tools, `reference` is only shown. `pre`, `during` and `post` narrow the view to the calls of one phase.
 */
export interface CallsExpectation extends RecordOf<typeof fields> {
  none?: true
  pre?: CallsExpectation
  during?: CallsExpectation
  post?: CallsExpectation
}

const calls = list('calls', callExpectation, 1)

const fields = {
  inOrder: optional('in order', calls, 'These calls in this order; others may come between.'),
  exactly: optional(calls, 'These calls in this order and no others.'),
  anyOrder: optional('any order', calls, 'These calls in any order; others are tolerated.'),
  never: optional(oneOrMore('calls', callExpectation), 'No such call anywhere in the turn.'),
  only: optional(
    oneOrMore('tool names', withPlace(toolName)),
    'No other tools than these, however often each is called.',
  ),
  reference: optional(calls, 'Calls of a known good run: shown beside the result, never judged.'),
  count: optional(quantity('count', jsonMatcher), 'The number of calls.'),
}

/** `none`, a list of calls, or a mapping of `in order`, `exactly`, `any order`, `never`, `only`, `reference`, `count`, `pre`, `during`, `post`. */
export const callsExpectation: Shape<CallsExpectation> = withName('calls', () => {
  const whole = record(
    'calls',
    {
      ...fields,
      pre: optional(callsExpectation, 'The same for calls of the phase pre.'),
      during: optional(callsExpectation, 'The same for calls of the phase during.'),
      post: optional(callsExpectation, 'The same for calls of the phase post.'),
    },
    {
      none: 'write calls: none',
      ...sameHint(['in any order', 'unordered'], 'write any order:'),
      ...sameHint(['allowed', 'only these', 'allow', 'no others'], 'write only: and the names of the tools'),
      ...sameHint(
        [
          'not',
          'none of',
          'not called',
          'forbidden',
          'forbid',
          'deny',
          'denied',
          'disallow',
          'disallowed',
          'excludes',
          'without',
          'must not',
        ],
        'write never: and the calls that must not come',
      ),
      ...sameHint(['not in order', 'not any order', 'not exactly'], 'write never: and the calls that must not come'),
      '*': 'write tools as a list, "- tool_name"; the keys here are in order, exactly, any order, never, only, reference, count, pre, during, post',
    },
  )
  return {
    read(node, reading) {
      if (node.kind === 'map') {
        if (node.entries.length === 0)
          return refuse(reading, 'wrong-value', node.at, 'an empty mapping expects nothing', 'write none, or the calls')
        const read = whole.read(node, reading)
        if (read === undefined) return undefined
        const refused = [refuseTimes, refuseTimed, refuseToolPatterns].map((check) => check(read, reading))
        return refused.includes(true) ? undefined : read
      }
      if (node.kind === 'scalar' && node.source === 'none') return { none: true, at: node.at }
      if (node.kind === 'list') {
        const inOrder = calls.read(node, reading)
        const read = inOrder === undefined ? undefined : { inOrder, at: node.at }
        return read === undefined || refuseToolPatterns(read, reading) ? undefined : read
      }
      const none = /^(?:none\W*|never|no|0|null|)$/i.test(node.source)
      const hint = none ? 'write none, or [tool_name]' : `write [${node.source}]`
      return refuseType(reading, node, 'none, a list of calls, or a mapping', hint)
    },
    schema: (definitions) => ({ anyOf: [{ const: 'none' }, calls.schema(definitions), whole.schema(definitions)] }),
  }
})

/** The place of the first `reference` call, if nothing else is expected of the calls in any phase; null otherwise. */
function firstUnjudged({ at: _, reference = [], pre, during, post, ...judged }: CallsExpectation): Place | null {
  if (Object.keys(judged).length > 0) return null
  let first = reference[0]?.at ?? null
  for (const narrowed of [pre, during, post]) {
    if (narrowed === undefined) continue
    const place = firstUnjudged(narrowed)
    if (place === null) return null
    first ??= place
  }
  return first
}

/** Refuses an expectation with nothing but `reference`: it could never fail. */
export function refuseReference(calls: CallsExpectation, reading: Reading): boolean {
  const at = firstUnjudged(calls)
  if (at === null) return false
  const hint = 'expect something beside it, such as in order, never or a reply, or leave it out'
  refuse(reading, 'asserts-nothing', at, 'reference is shown and never judged, so this could never fail', hint)
  return true
}

/** Refuses `within` under `never`: a call whose time is unknown would slip through. */
function refuseTimed({ never = [] }: CallsExpectation, reading: Reading): boolean {
  const timed = never.flatMap(({ within }) => within ?? [])
  for (const { at } of timed) {
    const hint = 'write latency: { tool: … } for a limit on every call'
    refuse(reading, 'wrong-value', at, 'never forbids a call whatever time it takes', hint)
  }
  return timed.length > 0
}

/** It counts calls, but there every call is listed or forbidden. */
function refuseTimes({ exactly = [], never = [], reference = [] }: CallsExpectation, reading: Reading): boolean {
  const timesMatchers = [...exactly, ...never, ...reference].flatMap(({ times }) => times ?? [])
  for (const { at } of timesMatchers) {
    const message = 'times counts calls under in order and any order only'
    refuse(reading, 'wrong-value', at, message, 'list the call as often as it comes')
  }
  return timesMatchers.length > 0
}
