import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { maskText } from './mask-text.ts'
import { maskUrl } from './mask-url.ts'
import { parseJson } from './parse-json.ts'
import type { VolatileFacts } from './volatile-facts.ts'

/** A transcript entry with its volatile values named: ids, moments, signed links. Times that tools took are left out (null). */
export function maskEntry(entry: TranscriptEntry, facts: VolatileFacts): TranscriptEntry {
  switch (entry.type) {
    case 'message': {
      const { senderId, senderName } = entry
      const content = entry.content.map((item) => maskItem(item, facts))
      const metadata = entry.metadata === null ? null : maskMembers(entry.metadata, facts)
      return { ...entry, ...restOf(entry, facts), content, senderId, senderName, metadata }
    }
    case 'function_call':
      return { ...entry, ...restOf(entry, facts), arguments: maskMembers(entry.arguments, facts) }
    case 'function_call_output':
      return { ...entry, ...restOf(entry, facts), output: maskOutput(entry.output, facts), executionTimeMs: null }
    case 'thinking':
      return { ...entry, ...restOf(entry, facts), thinking: maskText(entry.thinking, facts) }
    case 'summary':
      return { ...entry, ...restOf(entry, facts), summary: maskText(entry.summary, facts) }
    default:
      return { ...entry, original: maskValue(entry.original as JsonValue, facts) }
  }
}

/** A JSON value with the volatile parts of its texts and its epoch numbers named; keys stay. */
export function maskValue(value: JsonValue, facts: VolatileFacts): JsonValue {
  if (typeof value === 'string') return maskText(value, facts)
  if (typeof value === 'number') {
    const text = String(value)
    const masked = Number.isInteger(value) ? maskText(text, facts) : text
    return masked === text ? value : masked
  }
  if (Array.isArray(value)) return value.map((each) => maskValue(each, facts))
  return isJsonObject(value) ? maskMembers(value, facts) : value
}

function maskMembers(value: { [key: string]: JsonValue }, facts: VolatileFacts): { [key: string]: JsonValue } {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskValue(each, facts)]))
}

/** A content item without the signature of its link (CNT-07). */
function maskItem(item: ContentItem, facts: VolatileFacts): ContentItem {
  switch (item.type) {
    case 'text':
      return { ...item, text: maskText(item.text, facts) }
    case 'button':
      return { ...item, text: maskText(item.text, facts), payload: maskText(item.payload, facts) }
    case 'image':
    case 'video':
      return { ...item, url: maskUrl(item.url, facts, true), caption: maskText(item.caption, facts) }
    case 'audio':
      return { ...item, url: maskUrl(item.url, facts, true) }
    case 'file':
      return { ...item, url: maskUrl(item.url, facts, true), filename: maskText(item.filename, facts) }
    default:
      return { ...item, original: maskValue(item.original as JsonValue, facts) }
  }
}

/** The text of an output; JSON stays JSON. */
function maskOutput(output: string, facts: VolatileFacts): string {
  const json = parseJson(output)
  if (json === undefined) return maskText(output, facts)
  const masked = JSON.stringify(maskValue(json, facts))
  return masked === JSON.stringify(json) ? output : masked
}

/** The moment, the id of the call, and members that the interface does not list, such as a message's id. */
function restOf(entry: Exclude<TranscriptEntry, { type: 'unknown' }>, facts: VolatileFacts): Record<string, JsonValue> {
  const named: Record<string, JsonValue> = { timestamp: facts.names.nameOf('time', entry.timestamp) }
  if ('call_id' in entry) named.call_id = facts.names.nameOf('call', entry.call_id)
  for (const [key, value] of Object.entries(entry)) {
    if (/^(message_?)?id$/i.test(key) && typeof value === 'string') named[key] = facts.names.nameOf('message', value)
  }
  return named
}
