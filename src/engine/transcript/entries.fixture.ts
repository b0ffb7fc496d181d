import type { JsonObject } from '../../base/json/json.ts'
import type { ContentItem, FunctionCall, FunctionCallOutput, Message, Phase } from '../../wire/api/transcript-entry.ts'

/** Shorthands for transcript entries in tests; times are milliseconds after an arbitrary start. */
const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()

export function said(
  role: Message['role'],
  content: string | ContentItem[],
  ms = 0,
  agentName: string | null = role === 'user' ? null : 'desk',
): Message {
  const items: ContentItem[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return {
    type: 'message',
    role,
    content: items,
    senderId: null,
    senderName: null,
    agentName,
    metadata: null,
    timestamp: at(ms),
  }
}

export function called(
  name: string,
  id: string,
  args: JsonObject = {},
  phase: Phase | null = 'during',
  ms = 0,
): FunctionCall {
  return { type: 'function_call', name, call_id: id, arguments: args, phase, timestamp: at(ms) }
}

export function gave(
  name: string,
  id: string,
  output = 'ok',
  more: Partial<FunctionCallOutput> = {},
): FunctionCallOutput {
  const frame = { is_error: false, executionTimeMs: 10, phase: 'during' as const, timestamp: at(0) }
  return { type: 'function_call_output', name, call_id: id, output, ...frame, ...more }
}
