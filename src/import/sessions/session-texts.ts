import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { mapJson, mapMembers, visitJson } from '../../base/json/walk-json.ts'
import { parseJson } from '../../engine/transcript/tool-call.ts'
import type { Session } from '../../wire/api/session.ts'
import type { ContentItem, TranscriptEntry } from '../../wire/api/transcript-entry.ts'

type Swap = (text: string) => string

/** Functions that change a session's texts and ids, names of agents, and names of tools and members. */
export interface Swaps {
  text: Swap
  agent: Swap
  name: Swap
}

/** Applies swaps to every text of a session except names of kinds and timestamps. The customer is left out. */
export function mapSession(session: Session, swaps: Swaps): Session {
  const { sessionId, agentDetails, communicationChannelType, status, time, createdAt, updatedAt } = session
  const variables = session.dynamicVariables
  return {
    sessionId: swaps.text(sessionId),
    agentDetails: { ...mapAgent(agentDetails, swaps.agent), number: null, email: null },
    ...(variables == null ? {} : { dynamicVariables: swapMembers(variables, swaps) }),
    communicationChannelType,
    transcript: session.transcript.map((entry) => mapEntry(entry, swaps)),
    ...(session.analysis == null ? {} : { analysis: swapMembers(session.analysis, swaps) }),
    status,
    time,
    createdAt,
    updatedAt,
  }
}

function mapAgent(details: Session['agentDetails'], swap: Swap): Session['agentDetails'] {
  const { name, version } = details
  return { ...details, name: swap(name), version: version === null ? null : swap(version) }
}

function mapEntry(entry: TranscriptEntry, swaps: Swaps): TranscriptEntry {
  const { text: swap } = swaps
  switch (entry.type) {
    case 'message': {
      const content = entry.content.map((item) => mapItem(item, swap))
      const agentName = entry.agentName === null ? null : swaps.agent(entry.agentName)
      return { ...entry, content, agentName, senderId: null, senderName: null, metadata: null }
    }
    case 'function_call': {
      const args = swapMembers(entry.arguments, swaps)
      return { ...entry, name: swaps.name(entry.name), call_id: swap(entry.call_id), arguments: args }
    }
    case 'function_call_output': {
      const output = mapOutput(entry.output, swap)
      return { ...entry, name: swaps.name(entry.name), call_id: swap(entry.call_id), output }
    }
    case 'thinking':
      return { ...entry, thinking: swap(entry.thinking) }
    case 'summary':
      return { ...entry, summary: swap(entry.summary) }
    default:
      return { type: 'unknown', original: null }
  }
}

const itemTexts = /^(?:text|payload|url|caption|filename)$/

function mapItem(item: ContentItem, swap: Swap): ContentItem {
  if (item.type === 'unknown') return { type: 'unknown', original: null }
  const change = (value: unknown, key: string | number): unknown =>
    itemTexts.test(String(key)) && typeof value === 'string' ? swap(value) : value
  return mapMembers(item, change) as ContentItem
}

/** An output that is JSON stays as written unless something in it changes. */
function mapOutput(output: string, swap: Swap): string {
  const json = /^\s*[[{"]/.test(output) ? parseJson(output) : undefined
  if (json === undefined) return swap(output)
  const mapped = mapValue(json, swap, swap)
  return JSON.stringify(mapped) === JSON.stringify(json) ? output : JSON.stringify(mapped)
}

function swapMembers(value: JsonObject, { text, name }: Swaps): JsonObject {
  return mapValue(value, text, name) as JsonObject
}

/** `keys` swaps member names, which may be private too, for example where an output is keyed by user. */
function mapValue(value: JsonValue, swap: Swap, keys: Swap): JsonValue {
  const change = (leaf: JsonValue): JsonValue => {
    if (typeof leaf === 'string') return swap(leaf)
    if (typeof leaf !== 'number') return leaf
    const swapped = swap(String(leaf))
    if (swapped === String(leaf)) return leaf
    // A number too large for JavaScript becomes text, rather than a wrong number or the original.
    return /^\d+$/.test(swapped) && Number.isSafeInteger(Number(swapped)) ? Number(swapped) : swapped
  }
  return mapJson(value, change, keys)
}

/** Long numbers that are a thing's whole id, as `item_id: "9523456873"`: they only look like phone numbers. */
export function idsIn({ transcript }: Session): Set<string> {
  const ids = new Set<string>()
  const visit = (value: JsonValue, key: string): void => {
    if (isJsonObject(value))
      for (const name of Object.keys(value).filter((each) => /^\d{8,}$/.test(each))) ids.add(name)
    else if (!Array.isArray(value) && /(?:^|_)ids?$|[a-z]Ids?$/.test(key) && /^\d{8,}$/.test(String(value)))
      ids.add(String(value))
  }
  for (const entry of transcript) {
    if (entry.type === 'function_call') visitJson(entry.arguments, visit)
    else if (entry.type === 'function_call_output') visitJson(parseJson(entry.output) ?? null, visit)
  }
  return ids
}

/** The ids and names in a session, each once: any of them may contain a person's name. */
export function namesInSession({ sessionId, agentDetails, transcript }: Session): Set<string> {
  const names = transcript.flatMap((entry) => {
    if (entry.type === 'function_call' || entry.type === 'function_call_output') return [entry.name, entry.call_id]
    return entry.type === 'message' ? [entry.agentName] : []
  })
  const all = [sessionId, agentDetails.name, agentDetails.version, ...names]
  return new Set(all.filter((each) => each !== null))
}

/** What people and tools wrote, without the ids, timestamps and names that the service itself generates. */
export function privateParts({ transcript, dynamicVariables, analysis }: Session): JsonValue[] {
  const parts = transcript.flatMap((entry): JsonValue[] => {
    if (entry.type === 'message') return [entry.content as unknown as JsonValue, entry.metadata]
    if (entry.type === 'function_call') return [entry.arguments]
    if (entry.type === 'function_call_output') return [entry.output]
    if (entry.type === 'thinking') return [entry.thinking]
    return entry.type === 'summary' ? [entry.summary] : []
  })
  return [dynamicVariables ?? null, analysis ?? null, ...parts]
}
