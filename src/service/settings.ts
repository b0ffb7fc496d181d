import type { CallEnvelope } from './answer/answer.ts'
import type { Store } from './store/store.ts'
import type { Clock, FrozenClock } from './time/clock.ts'
import type { Workspace } from './workspace/workspace.ts'

/** What a local service is made of; everything but the workspaces has a default. */
export interface ServiceSettings {
  workspaces: readonly Workspace[]
  /** @default the machine's time */
  clock?: Clock | FrozenClock
  /** @default one in memory */
  store?: Store
  /** What random picks repeat with. @default 'tableread' */
  seed?: string
  /** Answers every point that the interface leaves open as it may be answered, drawn from this seed. @default our own decisions */
  ambiguity?: string | null
  /** @default 'mirrored' */
  callEnvelope?: CallEnvelope
  /** The key of the customer in a session, which the interface prints like this. @default 'the service' (SES-11) */
  participantKey?: string
}
