import type { Site } from './site.ts'

/** One `key: value` as code gave it, and where. */
export interface Written {
  key: string
  value: unknown
  site: Site
}

/** A mapping as code gave it, key by key, in the order of the calls. */
export interface Draft {
  site: Site
  members: readonly Written[]
}

/** A conversation as code gave it: its own keys, its turns, and what is said after the turns. */
export interface ConversationDraft extends Draft {
  turns: readonly Draft[]
}

/** The members of an options object that are given, all written at one place. */
export function writtenIn(options: object, site: Site): Written[] {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return given.map(([key, value]) => ({ key, value, site }))
}
