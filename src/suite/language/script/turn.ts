import type { JsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isPublicLink } from '../../../base/public-link.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { list } from '../../yaml/collections.ts'
import { literalObject } from '../../yaml/literal.ts'
import type { WithPlace } from '../../yaml/place.ts'
import { optional, type RecordOf, record, sameHint } from '../../yaml/record.ts'
import { flag, text, withPlace } from '../../yaml/scalar.ts'
import { type Reading, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { requirement, type TurnExpectation, turnExpectation } from '../expectations/turn-expectation.ts'
import { duration } from '../matchers/duration.ts'
import { fixedNames, fixedText, ownNames, shownText } from '../matchers/fixed-text.ts'
import { capture } from './capture.ts'
import { variableValues } from './variable-values.ts'

/** A step: a request other than a chat turn. On a live host it is subject to safe mode. */
export interface Step {
  kind: 'send' | 'call' | 'workflow call' | 'delete call' | 'advance clock' | 'wait'
  body: WithPlace<string | JsonObject>
}

const stepFields = {
  send: optional(withPlace(literalObject), 'Message a customer: the body of the chat trigger.'),
  call: optional(withPlace(literalObject), 'Place a call: the body of the call trigger.'),
  workflowCall: optional(
    'workflow call',
    withPlace(literalObject),
    'Queue a workflow call: { workflow, customer_number, … }.',
  ),
  deleteCall: optional(
    'delete call',
    withPlace(literalObject),
    'Remove a queued workflow call: { workflow, customer_number }.',
  ),
  advanceClock: optional('advance clock', withPlace(text), "Move the local service's clock: 2 h, or to a date."),
  wait: optional(withPlace(text), 'Really wait this long, for example 2 s.'),
}

/**
 * One turn: the user's message (null when the agent opens), and what is expected of the answer. `at` is the
 * place of the turn.
 */
export interface Turn extends Omit<RecordOf<typeof fields>, 'user' | 'agentStarts' | keyof typeof stepFields> {
  user: WithPlace<string> | null
  step?: Step
  /** The template that it is from, and where it is written and used, as file:line:column. */
  origin?: { template: string; written: string; used: string }
}

/** A link, as far as it is known before its variables are. */
const publicLink: Shape<string> = withCheck(shownText, (link, reading, { at }) =>
  link.includes('{{') || isPublicLink(link) ? link : refuse(reading, 'wrong-value', at, ...privateLink(link)),
)

export function privateLink(link: string): [message: string, hint: string] {
  const hint = 'the service fetches it by itself: put the file where it can be fetched, and write https://…'
  return [`"${cutText(link, 60)}" is no public link`, hint]
}

export const attachedLinks: Shape<string[]> = list('links', publicLink, 1)

const fields = {
  user: optional(withPlace(text), 'What the user says.'),
  agentStarts: optional(
    'agent starts',
    flag,
    'true: no user message; the agent opens the conversation. First turn only.',
  ),
  context: optional(withPlace(text), 'Instructions for this reply only (chatOptions.additionalContext).'),
  attachments: optional(attachedLinks, "Public links to files, sent with the user's message."),
  metadata: optional(literalObject, 'Variables that change with this turn.'),
  timeLimitMs: optional('time limit', duration, 'How long to wait for the answer to this turn.'),
  requires: optional(
    requirement,
    'A precondition on the turn before: a miss means the talk has diverged, and the rest is not reached.',
  ),
  expect: optional(turnExpectation, 'What the answer must be.'),
  capture: optional(
    ownNames(fixedNames('captures', capture)),
    'Names for later {{name}}: a path such as calls.lookup_order.output.id, or a part of it: { reply: /ticket (T-\\d+)/ }.',
  ),
  use: optional(withPlace(fixedText), 'A template whose turns come here.'),
  with: optional(variableValues, 'Values for {{name}} in the turns of the template.'),
  ...stepFields,
}

const turnRecord = record('a turn', fields, {
  ...sameHint(['say', 'message', 'input'], 'write what the user says under user:'),
  ...sameHint(['reply', 'calls', 'latency', 'judge', 'error', 'outbox'], 'indent it under expect:'),
  ...sameHint(['agent', 'assistant', 'bot'], 'write what the agent must say under expect: { reply: … }'),
  ...sameHint(['assert', 'assertions', 'then'], 'write expect:'),
  ...sameHint(['usr', 'uer', 'usre'], 'did you mean "user"?'), // as near to use: and far likelier
  sleep: 'write wait:',
  timeout: 'write time limit:',
})

/** A user message or `agent starts: true`, with expectations; or a step of the local service. */
export const turn: Shape<Turn> = withCheck(turnRecord, (read, reading) => assemble(read, reading))

/** Members of a step's body that identify its recipient or target. */
const reaching = /(?:channel|number|agent|workflow|email|template|id)(?:_?(?:name|id))?$/i

/** Null if none that identifies a step's target is blank, or the service is expected to refuse. */
export function blankMember(body: string | JsonObject, expect: TurnExpectation | undefined): string | null {
  if (typeof body === 'string' || expect?.error !== undefined) return null
  const member = Object.entries(body).find(
    ([name, value]) => reaching.test(name) && typeof value === 'string' && isBlank(value),
  )
  return member?.[0] ?? null
}

/** An attachment of a step that nobody could fetch, unless the service is expected to refuse; else undefined. */
export function unreachableAttachment(
  body: string | JsonObject,
  expect: TurnExpectation | undefined,
): string | undefined {
  const links = typeof body === 'string' || expect?.error !== undefined ? [] : body.attachments
  const texts = Array.isArray(links) ? links.filter((each) => typeof each === 'string') : []
  return texts.find((each) => !each.includes('{{') && !isPublicLink(each))
}

const others = ['agentStarts', 'use', ...(Object.keys(stepFields) as (keyof typeof stepFields)[])] as const

function useOf(read: RecordOf<typeof fields>, use: WithPlace<string>, reading: Reading): Turn | undefined {
  const { at, with: values } = read
  const memberCount = Object.values(read).filter((value) => value !== undefined).length
  if (memberCount === (values === undefined ? 2 : 3))
    return { user: null, use, at, ...(values === undefined ? {} : { with: values }) }
  const message = 'the turns of a template stand for themselves, and nothing can be said beside use: but with:'
  return refuse(reading, 'wrong-value', at, message, 'begin what else there is with a "- " of its own')
}

function assemble(read: RecordOf<typeof fields>, reading: Reading): Turn | undefined {
  // Returned as read: adding members to `rest` would give each turn a hidden class of its own in Node 20.
  if (read.with !== undefined && read.use === undefined) {
    const message = 'with: gives a template its values, and here is none'
    return refuse(reading, 'wrong-value', read.at, message, 'write use: and its name')
  }
  if (read.user !== undefined && others.every((key) => read[key] === undefined)) return { ...read, user: read.user }
  if (read.use !== undefined) return useOf(read, read.use, reading)
  const { agentStarts, user, send, call, workflowCall, deleteCall, advanceClock, wait, ...rest } = read
  const steps = {
    send,
    call: call,
    'workflow call': workflowCall,
    'delete call': deleteCall,
    'advance clock': advanceClock,
    wait,
  }
  const members = Object.entries(steps).filter(([, value]) => value !== undefined)
  const step = members[0]
  const speakers = members.length + [user !== undefined, agentStarts === true].filter(Boolean).length
  if (speakers !== 1) {
    if (speakers === 0) {
      const hint = 'begin it with - user: …, or - agent starts: true'
      return refuse(reading, 'missing-key', rest.at, "a turn needs the user's message", hint)
    }
    const message = "a turn is either the user's message, agent starts, or one step"
    return refuse(reading, 'wrong-value', rest.at, message, 'begin each message and each step with a "- " of its own')
  }
  const body = step?.[1] as Step['body'] | undefined
  const blank = body === undefined ? null : blankMember(body.value, rest.expect)
  if (body !== undefined && blank !== null) {
    const message = `${blank} is blank`
    return refuse(reading, 'wrong-value', body.at, message, 'write whom it reaches, or expect: { error: … }')
  }
  const link = body === undefined ? undefined : unreachableAttachment(body.value, rest.expect)
  if (body !== undefined && link !== undefined) return refuse(reading, 'wrong-value', body.at, ...privateLink(link))
  return {
    ...rest,
    user: user ?? null,
    ...(step === undefined ? {} : { step: { kind: step[0] as Step['kind'], body: step[1] as Step['body'] } }),
  }
}
