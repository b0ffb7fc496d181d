import { writeSorted } from '../../base/json/walk-json.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** Across two readings (CHA-04): no signatures of links (CNT-07), order, notation, or unlisted members (TRN-26). */
export function identify(entry: TranscriptEntry): string {
  return writeSorted(essence(entry))
}

export function identifyTimeless(entry: TranscriptEntry): string {
  return writeSorted('timestamp' in entry ? essence({ ...entry, timestamp: '' }) : essence(entry))
}

/** The identity of a call or an output by its id and name; null for other entries. */
export function identifyCall(entry: TranscriptEntry): string | null {
  return 'call_id' in entry ? writeSorted([entry.type, entry.name, entry.call_id]) : null
}

/** The same by its name and content, for a session that gives other ids. */
export function identifyContent(entry: TranscriptEntry): string | null {
  return 'call_id' in entry ? writeSorted(essence({ ...entry, call_id: '', timestamp: '' })) : null
}

function essence(entry: TranscriptEntry): unknown {
  switch (entry.type) {
    case 'message':
      return [entry.type, entry.role, entry.agentName, entry.content.map(itemEssence), moment(entry.timestamp)]
    case 'function_call':
      return [entry.type, entry.name, entry.call_id, entry.arguments, moment(entry.timestamp)]
    case 'function_call_output':
      return [entry.type, entry.name, entry.call_id, entry.output, entry.is_error, moment(entry.timestamp)]
    case 'thinking':
      return [entry.type, entry.thinking, moment(entry.timestamp)]
    case 'summary':
      return [entry.type, entry.summary, moment(entry.timestamp)]
    default:
      return entry
  }
}

function itemEssence(item: ContentItem): unknown {
  switch (item.type) {
    case 'text':
      return [item.type, item.text]
    case 'button':
      return [item.type, item.text, item.payload]
    case 'image':
    case 'video':
      return [item.type, item.mimeType, unsigned(item.url), item.caption]
    case 'audio':
      return [item.type, item.mimeType, unsigned(item.url)]
    case 'file':
      return [item.type, item.mimeType, unsigned(item.url), item.filename]
    default:
      return item
  }
}

function unsigned(url: string): string | undefined {
  return url.split('?', 1)[0]
}

/** A moment in milliseconds, in any notation; a text that is no date is compared as text. */
function moment(timestamp: string): string | number {
  const ms = Date.parse(timestamp)
  return Number.isNaN(ms) ? timestamp : ms
}
