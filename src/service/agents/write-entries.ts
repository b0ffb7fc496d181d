import type { Message, TranscriptEntry } from '../../api/transcript-entry.ts'
import type { Pen } from '../turn/pen.ts'
import { attachmentItem } from './attachment-item.ts'
import type { Line } from './line.ts'

/** The user's own entry; attachments become file or image items (CHA-42). */
export function writeUser(
  text: string,
  attachments: readonly string[],
  sender: { id: string | null; name: string | null },
  pen: Pen,
): Message {
  return {
    ...frame,
    role: 'user',
    content: [{ type: 'text', text }, ...attachments.map(attachmentItem)],
    senderId: sender.id,
    senderName: sender.name,
    agentName: null,
    timestamp: pen.stamp(),
  }
}

/** What an agent did, as entries: each call is followed by its output, `timeMs` later (TRN-22). */
export function writeLines(lines: readonly Line[], pen: Pen): TranscriptEntry[] {
  return lines.flatMap((line): TranscriptEntry[] => {
    if (line.kind === 'thinking') return [{ type: 'thinking', thinking: line.text, timestamp: pen.stamp() }]
    if (line.kind === 'summary') return [{ type: 'summary', summary: line.text, timestamp: pen.stamp() }]
    if (line.kind === 'message') {
      return [
        {
          ...frame,
          role: line.role,
          content: line.items,
          senderId: null,
          agentName: line.agentName,
          timestamp: pen.stamp(line.afterMs),
        },
      ]
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

const frame = { type: 'message' as const, senderName: null, metadata: null }
