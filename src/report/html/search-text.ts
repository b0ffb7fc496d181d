import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { redactedText } from '../text/line.ts'

/** Redacts keys first: in lower case or cut they would not be recognised. */
export const searchText = (parts: readonly string[]): string => redactedText(parts.join('\n')).toLowerCase()

const most = 20_000

/** What was said and called in the runs of a conversation, each line once, for the search. */
export function spokenText(results: readonly (ConversationResult | null)[]): string {
  const lines = new Set<string>()
  for (const result of results) {
    for (const { user, entries } of result?.turns ?? []) {
      if (user !== null) lines.add(user)
      for (const entry of entries) {
        if (entry.type === 'function_call') lines.add(entry.name)
        if (entry.type === 'message')
          for (const item of entry.content) if (item.type === 'text') lines.add(String(item.text))
      }
    }
  }
  return redactedText([...lines].join('\n'), most)
}
