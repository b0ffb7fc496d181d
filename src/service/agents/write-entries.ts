import type { Message, TranscriptEntry } from '../../api/transcript-entry.ts'
import type { Line } from './line.ts'

/** Hands out strictly growing timestamps on a session's time line (TRN-02), and ids that are unique in the whole service (TRN-14). */
export interface Pen {
  /** The time of the next entry: at least `afterMs` after the last one. */
  stamp(afterMs?: number): string
  callId(): string
}

/** The user's own entry; attachments become file or image items (CHA-42). */
export function writeUser(text: string, attachments: readonly string[], senderId: string | null, pen: Pen): Message {
  const items = attachments.map((url) => {
    const name = url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
    const image = /\.(png|jpe?g|gif|webp)$/i.exec(name)
    return image === null
      ? { type: 'file' as const, mimeType: 'application/octet-stream', url, filename: name }
      : {
          type: 'image' as const,
          mimeType: `image/${image[1]?.toLowerCase().replace('jpg', 'jpeg') ?? '*'}`,
          url,
          caption: '',
        }
  })
  return {
    ...frame,
    role: 'user',
    content: [{ type: 'text', text }, ...items],
    senderId,
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
