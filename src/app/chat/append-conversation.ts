import type { Script } from '../../suite/language/script.ts'
import { type Appended, appendItem } from '../../suite/yaml/append-item.ts'

/** Appends a conversation to the suite that was parsed from `text`. */
export function appendConversation(text: string, { conversations }: Script, lines: readonly string[]): Appended {
  return appendItem(text, 'conversations', lines, conversations.length > 0)
}
