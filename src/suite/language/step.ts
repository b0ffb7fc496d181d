import type { JsonObject } from '../../base/json.ts'
import { literalObject } from '../yaml/literal.ts'
import type { Placed } from '../yaml/place.ts'
import { type Field, optional } from '../yaml/record.ts'
import { placed, text } from '../yaml/scalar.ts'

/** A step that talks to the service otherwise than by a chat turn. On a live host it falls under safe mode. */
export interface Step {
  kind: 'send' | 'call' | 'workflow call' | 'delete call' | 'advance clock' | 'wait'
  body: Placed<string | JsonObject>
}

/** The keys of a turn that make it a step. */
export const stepFields: {
  send: Field<Placed<JsonObject>, false>
  call: Field<Placed<JsonObject>, false>
  workflowCall: Field<Placed<JsonObject>, false>
  deleteCall: Field<Placed<JsonObject>, false>
  advanceClock: Field<Placed<string>, false>
  wait: Field<Placed<string>, false>
} = {
  send: optional('send', placed(literalObject), 'Message a customer: the body of the chat trigger.'),
  call: optional('call', placed(literalObject), 'Place a call: the body of the call trigger.'),
  workflowCall: optional(
    'workflow call',
    placed(literalObject),
    'Queue a workflow call: { workflow, customer_number, … }.',
  ),
  deleteCall: optional(
    'delete call',
    placed(literalObject),
    'Remove a queued workflow call: { workflow, customer_number }.',
  ),
  advanceClock: optional('advance clock', placed(text), "Move the local service's clock: 2 h, or to a date."),
  wait: optional('wait', placed(text), 'Really wait this long, for example 2 s.'),
}
