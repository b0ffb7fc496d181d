import type { ContentItem } from '../api/content-item.ts'
import type { Message, TranscriptEntry } from '../api/transcript-entry.ts'
import { pairCalls, type ToolCall, type ToolOutput } from './tool-call.ts'

/** One message as expectations see it: its text items joined by newlines, and all its items. */
export interface MessageView {
  text: string
  items: ContentItem[]
  agentName: string | null
  index: number
}

/** A turn's slice of the transcript, projected: everything that expectations and laws read. */
export interface TurnView {
  entries: readonly TranscriptEntry[]
  user: MessageView[]
  assistant: MessageView[]
  background: MessageView[]
  thinking: string[]
  summaries: string[]
  calls: ToolCall[]
  orphans: (ToolOutput & { callId: string })[]
  /** The text of all assistant messages, joined by newlines; buttons and captions are not text. */
  replyText: string
  /** From the user's message, or the first entry, to the last assistant message, by their timestamps; null when there is none. */
  replyMs: number | null
}

/** Projects the entries of one turn. */
export function viewTurn(entries: readonly TranscriptEntry[]): TurnView {
  const { calls, orphans } = pairCalls(entries)
  const messages = entries.flatMap((entry, index) =>
    entry.type === 'message' ? [{ entry, view: viewMessage(entry, index) }] : [],
  )
  const by = (role: Message['role']): MessageView[] =>
    messages.filter(({ entry }) => entry.role === role).map(({ view }) => view)
  const assistant = by('assistant')
  return {
    entries,
    user: by('user'),
    assistant,
    background: by('backgroundAgent'),
    thinking: entries.flatMap((entry) => (entry.type === 'thinking' ? [entry.thinking] : [])),
    summaries: entries.flatMap((entry) => (entry.type === 'summary' ? [entry.summary] : [])),
    calls,
    orphans,
    replyText: assistant
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    replyMs: measureReply(
      messages.map(({ entry }) => entry),
      entries,
    ),
  }
}

function viewMessage({ content, agentName }: Message, index: number): MessageView {
  const text = content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  return { text, items: content, agentName, index }
}

/** Without a user's message the time counts from the turn's first entry; a reply that is itself the first has nothing to count from. */
function measureReply(messages: readonly Message[], entries: readonly TranscriptEntry[]): number | null {
  const known = entries.filter((entry) => entry.type !== 'unknown')
  const first = messages.find(({ role }) => role === 'user') ?? known[0]
  const last = messages.findLast(({ role }) => role === 'assistant')
  if (first === undefined || last === undefined || first === last) return null
  const ms = Date.parse(last.timestamp) - Date.parse(first.timestamp)
  return Number.isNaN(ms) ? null : ms
}
