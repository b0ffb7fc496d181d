import type { Conversation } from './conversation.ts'
import type { Turn } from './turn.ts'

/** What a conversation sends, from the first of `before` to the last of `after`. */
export function everyTurnOf({ before = [], turns, after = [] }: Conversation): Turn[] {
  return [...before, ...turns, ...after]
}
