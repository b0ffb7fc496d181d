import type { ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import type { Attempt } from '../../../engine/verdict/perform-conversation.ts'

/** One conversation on its way through a tape: recorded, played, or neither. */
export interface Talk {
  /** What the attempt of this number works with; they count from 0. */
  open(index: number): Attempt
  /** Ends it, once it is judged: a tape is written or put away. Gives what a person should know of it. */
  close(result: ConversationResult): string[]
  /** Whether its tape was no recording of what ran, or not of all of it. */
  notComparable(): boolean
}
