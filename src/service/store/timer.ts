/** What can come due. */
export type TimerKind = 'send message' | 'place call' | 'call step' | 'end call' | 'expire call' | 'end idle session'

/**
 * Something scheduled for an instant, in milliseconds since the epoch. A timer replaces an earlier one with the same
 * id.
 */
export interface Timer {
  id: string
  kind: TimerKind
  /** The session, message or call it is about. */
  subject: string
  due: number
}
