import type { CallEnvelope } from '../answer/answer.ts'
import type { Random } from '../answer/random.ts'
import type { Fault, FaultPlan } from '../faults/fault.ts'
import type { Store } from '../store/store.ts'
import type { Timeline } from '../store/timeline.ts'
import type { Clock, FrozenClock } from '../time/clock.ts'
import type { Directory, Workspace } from '../workspace/workspace.ts'
import type { Ambiguity } from './ambiguity.ts'

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

/** Runs the turns of one session one at a time, in order of arrival (CHA-36). */
interface TurnOrder {
  /** Runs `work` once every earlier turn of the session is done and `delayMs` of real time have passed. */
  run<T>(sessionId: string, delayMs: number, work: () => T): T | Promise<T>
}

/** Creates the order for all sessions of a service. It only stores sessions that are busy. */
export function createTurnOrder(): TurnOrder {
  const busy = new Map<string, Promise<unknown>>()
  return {
    run(sessionId, delayMs, work) {
      const before = busy.get(sessionId)
      if (before === undefined && delayMs === 0) return work()
      const turn = (before ?? Promise.resolve())
        .then(() => new Promise((resolve) => setTimeout(resolve, delayMs)))
        .then(work)
      const settled = turn.catch(() => undefined)
      busy.set(sessionId, settled)
      return turn.finally(() => {
        if (busy.get(sessionId) === settled) busy.delete(sessionId)
      })
    },
  }
}
