import type { ContentItem } from '../../wire/api/content-item.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { attachmentItem } from './attachment-item.ts'
import type { Line } from './line.ts'
import type { Pen } from './pen.ts'

/** The user's own entry; attachments become file or image items (CHA-42). */
export function writeUser(
  text: string,
  attachments: readonly string[],
  sender: { id: string | null; name: string | null },
  pen: Pen,
): Message {
  const content: ContentItem[] = [{ type: 'text', text }, ...attachments.map(attachmentItem)]
  return writeMessage('user', content, sender, null, pen.stamp(), pen)
}

/** Converts an agent's actions to entries: each call is followed by its output, `timeMs` later (TRN-22). */
export function writeLines(lines: readonly Line[], pen: Pen): TranscriptEntry[] {
  return lines.flatMap((line): TranscriptEntry[] => {
    if (line.kind === 'thinking') return [{ type: 'thinking', thinking: line.text, timestamp: pen.stamp() }]
    if (line.kind === 'summary') return [{ type: 'summary', summary: line.text, timestamp: pen.stamp() }]
    if (line.kind === 'message') {
      const nobody = { id: null, name: null }
      return [writeMessage(line.role, line.items, nobody, line.agentName, pen.stamp(line.afterMs), pen)]
    }
    const { name, phase, output, isError, timeMs } = line
    const shared = { name, call_id: line.callId ?? pen.callId(), phase }
    const call: TranscriptEntry = {
      type: 'function_call',
      ...shared,
      arguments: line.arguments,
      timestamp: pen.stamp(),
    }
    if (output === undefined) return [call]
    const done = { output, is_error: isError, executionTimeMs: timeMs, timestamp: pen.stamp(timeMs) }
    return [call, { type: 'function_call_output', ...shared, ...done }]
  })
}

function writeMessage(
  role: Message['role'],
  content: ContentItem[],
  sender: { id: string | null; name: string | null },
  agentName: string | null,
  timestamp: string,
  pen: Pen,
): Message {
  pen.wrote(content)
  const { id: senderId, name: senderName } = sender
  return { type: 'message', role, content, senderId, senderName, agentName, metadata: null, timestamp }
}
