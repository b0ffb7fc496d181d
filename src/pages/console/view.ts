import type { Session } from '../../wire/api/session.ts'
import type { Connection } from './connection.ts'
import type { LocalState } from './local-state.ts'
import type { Place } from './place.ts'

/** All that the page shows, as data. */
export interface View {
  place: Place
  filter: string
  connection: Connection
  /** The last state that the service told; null before the first. */
  state: LocalState | null
  /** The open session as it was last told. */
  session: Session | null
  /** Whether the service said that it has no such session. */
  absent: boolean
}

/** The view before the service has answered. */
export function startingView(place: Place): View {
  return { place, filter: '', connection: { kind: 'starting' }, state: null, session: null, absent: false }
}
