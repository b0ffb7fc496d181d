/** The tabs, in the order in which they stand. */
export const tabs = ['sessions', 'queue', 'outbox', 'service'] as const
export type Tab = (typeof tabs)[number]

/** Where the reader is: a tab, and the session that is open whatever the tab. */
export interface Place {
  tab: Tab
  session: string | null
}

/** Reads a place from the hash of the address; what it does not say is the list of sessions. */
export function readPlace(hash: string): Place {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const tab = tabs.find((each) => each === given.get('tab')) ?? 'sessions'
  return { tab, session: given.get('session') || null }
}

/** The hash that leads to a place, as an address for a link. */
export function hashOf({ tab, session }: Place): string {
  return `#${new URLSearchParams(session === null ? { tab } : { tab, session })}`
}
