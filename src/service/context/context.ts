import type { CallEnvelope } from '../answer/answer.ts'
import type { Random } from '../answer/random.ts'
import type { Fault } from '../faults/fault.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import type { Store } from '../store/store.ts'
import type { Timeline } from '../store/timeline.ts'
import type { Clock, FrozenClock } from '../time/clock.ts'
import type { Directory } from '../workspace/directory.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Ambiguity } from './ambiguity.ts'
import type { TurnOrder } from './turn-order.ts'

/** The dependencies of every operation. */
export interface ServiceContext {
  clock: Clock | FrozenClock
  store: Store
  timeline: Timeline
  turns: TurnOrder
  directory: Directory
  random: Random
  ambiguity: Ambiguity
  faults: FaultPlan
  callEnvelope: CallEnvelope
  /** The key of the customer in a session (SES-11). */
  participantKey: string
  /** The secret for signing links. */
  secret: string
  newId(): string
}

/** One authenticated request of an operation; `parameter` is the one in its path, decoded. */
export interface Call {
  request: Request
  parameter: string
  workspace: Workspace
  context: ServiceContext
  /** The faults injected into this request. */
  faults: readonly Fault[]
  /** The rules that the answer rests on so far, to be sent as `x-local-decision`. */
  decisions: string[]
}

/** An operation: a request in, a response out, nothing thrown for bad input. */
export type Handler = (call: Call) => Response | Promise<Response>
