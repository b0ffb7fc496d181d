import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts'
import { parseJson } from '../../engine/transcript/parse-json.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

type Swap = (text: string) => string

/** A session with every text in it changed but those that name agents, tools, kinds and moments. The customer is left out. */
export function mapSession(session: Session, swap: Swap): Session {
  const { sessionId, agentDetails, communicationChannelType, status, time, createdAt, updatedAt } = session
  const variables = session.dynamicVariables
  return {
    sessionId: swap(sessionId),
    agentDetails: { ...agentDetails, number: null, email: null },
    ...(variables == null ? {} : { dynamicVariables: mapMembers(variables, swap) }),
    communicationChannelType,
    transcript: session.transcript.map((entry) => mapEntry(entry, swap)),
    ...(session.analysis == null ? {} : { analysis: mapMembers(session.analysis, swap) }),
    status,
    time,
    createdAt,
    updatedAt,
  }
}

function mapEntry(entry: TranscriptEntry, swap: Swap): TranscriptEntry {
  switch (entry.type) {
    case 'message': {
      const content = entry.content.map((item) => mapItem(item, swap))
      return { ...entry, content, senderId: null, senderName: null, metadata: null }
    }
    case 'function_call':
      return { ...entry, arguments: mapMembers(entry.arguments, swap) }
    case 'function_call_output':
      return { ...entry, output: mapOutput(entry.output, swap) }
    case 'thinking':
      return { ...entry, thinking: swap(entry.thinking) }
    case 'summary':
      return { ...entry, summary: swap(entry.summary) }
    default:
      return { type: 'unknown', original: null }
  }
}

function mapItem(item: ContentItem, swap: Swap): ContentItem {
  switch (item.type) {
    case 'text':
      return { ...item, text: swap(item.text) }
    case 'button':
      return { ...item, text: swap(item.text), payload: swap(item.payload) }
    case 'image':
    case 'video':
      return { ...item, url: swap(item.url), caption: swap(item.caption) }
    case 'audio':
      return { ...item, url: swap(item.url) }
    case 'file':
      return { ...item, url: swap(item.url), filename: swap(item.filename) }
    default:
      return { type: 'unknown', original: null }
  }
}

/** JSON stays as it is written unless something in it changes. */
function mapOutput(output: string, swap: Swap): string {
  const json = /^\s*[[{"]/.test(output) ? parseJson(output) : undefined
  if (json === undefined) return swap(output)
  const mapped = mapValue(json, swap, true)
  return JSON.stringify(mapped) === JSON.stringify(json) ? output : JSON.stringify(mapped)
}

function mapMembers(value: JsonObject, swap: Swap): JsonObject {
  return mapValue(value, swap, false) as JsonObject
}

/** `keys`: names of members may be private too, as in an output by user. */
function mapValue(value: JsonValue, swap: Swap, keys: boolean): JsonValue {
  if (typeof value === 'string') return swap(value)
  if (typeof value === 'number') {
    const swapped = swap(String(value))
    if (swapped === String(value)) return value
    // A number that JavaScript cannot hold is text from now on, and never what it was.
    return /^\d+$/.test(swapped) && Number.isSafeInteger(Number(swapped)) ? Number(swapped) : swapped
  }
  if (Array.isArray(value)) return value.map((each) => mapValue(each, swap, keys))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [keys ? swap(key) : key, mapValue(each, swap, keys)]),
  )
}
