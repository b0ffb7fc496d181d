import type { CallEnvelope } from './answer/answer.ts'
import type { Store } from './store/store.ts'
import type { Clock, FrozenClock } from './time/clock.ts'
import type { Workspace } from './workspace/workspace.ts'

/** The settings of a local service; everything but the workspaces has a default. */
export interface ServiceSettings {
  workspaces: readonly Workspace[]
  /** @default the machine's time */
  clock?: Clock | FrozenClock
  /** @default one in memory */
  store?: Store
  /** The seed of random picks. @default 'tableread' */
  seed?: string
  /**
   * Picks among the allowed answers, drawn from this seed, wherever the interface leaves a choice. @default our own
   * decisions
   */
  ambiguity?: string | null
  /** @default 'mirrored' */
  callEnvelope?: CallEnvelope
  /**
   * The name of the customer member in a session, which the interface prints like this. @default 'the service' (SES-11)
   */
  participantKey?: string
}
