import type { Session } from '../../wire/api/session.ts'
import type { ActionResult } from './actions.ts'
import type { ServiceConnection } from './connection.ts'
import type { LocalState } from './local-state.ts'

/** Everything that the page shows, as data. */
export interface View {
  place: ConsolePlace
  filter: string
  connection: ServiceConnection
  /** The last state received; null before the first. */
  state: LocalState | null
  session: Session | null
  /** Whether the service said that it has no such session. */
  absent: boolean
  done: ActionResult | null
}

export function startingView(place: ConsolePlace): View {
  return { place, filter: '', connection: { kind: 'starting' }, state: null, session: null, absent: false, done: null }
}

/** The tabs, in display order. */
export const tabs = ['sessions', 'queue', 'outbox', 'service'] as const
export type Tab = (typeof tabs)[number]

/** Where the reader is: a tab, and the session that stays open in every tab. */
export interface ConsolePlace {
  tab: Tab
  session: string | null
}

/** Reads a place from the hash of the address; the default is the list of sessions. */
export function readConsolePlace(hash: string): ConsolePlace {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const tab = tabs.find((each) => each === parameters.get('tab')) ?? 'sessions'
  return { tab, session: parameters.get('session') || null }
}

export function consoleHash({ tab, session }: ConsolePlace): string {
  return `#${new URLSearchParams(session === null ? { tab } : { tab, session })}`
}
