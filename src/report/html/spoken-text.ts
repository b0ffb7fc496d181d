import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** The most characters that a search keeps of one conversation. */
const most = 20_000

/** What was said and called in runs of a conversation, each line once, for a search. */
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
  return [...lines].join('\n').slice(0, most)
}
