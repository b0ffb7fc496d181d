import type { ContentItem, Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { describeUnseenCalls, describeUnseenThoughts, type Unseen } from '../../wire/api/unseen.ts'
import { knownTime, pairCalls, type ToolCall, type ToolOutput } from './tool-call.ts'

/** One message as expectations see it: its text items joined by newlines, and all its items. */
export interface MessageView {
  text: string
  items: ContentItem[]
  agentName: string | null
  index: number
}

/** A turn's slice of the transcript, prepared for expectations and laws. */
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
  /** From the user's message, or the first entry, to the last assistant message; null if unknown or going back. */
  replyMs: number | null
  /** Why its calls cannot be seen, where the agent may have called tools that nobody shows; else null. */
  unseen: string | null
  /** Why its thoughts cannot be seen, where the agent may have had some that nobody shows; else null. */
  unseenThoughts: string | null
}

/** Projects the entries of one turn; `unseen` says what they cannot show. */
export function viewTurn(entries: readonly TranscriptEntry[], unseen: Unseen = {}): TurnView {
  const { calls, orphans } = pairCalls(entries, unseen.success)
  const by: Record<Message['role'], MessageView[]> = { user: [], assistant: [], backgroundAgent: [] }
  const [thinking, summaries]: [string[], string[]] = [[], []]
  let index = -1
  for (const entry of entries) {
    index += 1
    if (entry.type === 'message') by[entry.role].push(viewMessage(entry, index))
    else if (entry.type === 'thinking') thinking.push(entry.thinking)
    else if (entry.type === 'summary') summaries.push(entry.summary)
  }
  const { user, assistant, backgroundAgent: background } = by
  return {
    entries,
    user,
    assistant,
    background,
    thinking,
    summaries,
    calls,
    orphans,
    replyText: assistant
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    replyMs: measureReply(user[0], assistant.at(-1), entries),
    unseen: unseen.calls === undefined ? null : describeUnseenCalls(unseen.calls),
    unseenThoughts: unseen.calls === undefined ? null : describeUnseenThoughts(unseen.calls),
  }
}

function viewMessage({ content, agentName }: Message, index: number): MessageView {
  const [first] = content
  const text =
    content.length === 1 && first?.type === 'text'
      ? first.text
      : content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  return { text, items: content, agentName, index }
}

/** Without a user's message, from the first entry; a reply that is itself the first has no starting point. */
function measureReply(
  user: MessageView | undefined,
  reply: MessageView | undefined,
  entries: readonly TranscriptEntry[],
): number | null {
  const first = user?.index ?? entries.findIndex(({ type }) => type !== 'unknown')
  if (first === -1 || reply === undefined || first === reply.index) return null
  const ms = timeOf(entries[reply.index]) - timeOf(entries[first])
  return Number.isNaN(ms) ? null : knownTime(ms)
}

function timeOf(entry: TranscriptEntry | undefined): number {
  return entry !== undefined && 'timestamp' in entry ? Date.parse(entry.timestamp) : Number.NaN
}
