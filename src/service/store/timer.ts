/** What can come due. */
export type TimerKind = 'send message' | 'place call' | 'call step' | 'end call' | 'expire call' | 'end idle session'

/** Something that happens at an instant, in milliseconds since the epoch. A timer of the same id replaces the one before. */
export interface Timer {
  id: string
  kind: TimerKind
  /** The session, message or call it is about. */
  subject: string
  due: number
}
