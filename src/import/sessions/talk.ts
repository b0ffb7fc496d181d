import type { Session } from '../../wire/api/session.ts'

/** A conversation that took place, as it was found. */
export interface Talk {
  session: Session
  /** `file:line` of where it begins, or the address of the service. */
  origin: Origin
  /** False for a dialogue of another source: its status, channel, times and phases were not recorded. */
  stored: boolean
  /** What of the source has no place in a session, each in a few words. */
  leftOut: string[]
}

/** Where something was found. `line` and `column` count from 1; both are 0 for what a service answered. */
export interface Origin {
  file: string
  line: number
  column: number
}

/** Something that is no conversation, and why. */
export interface Refused {
  origin: Origin
  message: string
  hint: string
}

/** Conversations, and what else was found where they were looked for. */
export interface TalksRead {
  talks: Talk[]
  refused: Refused[]
}
