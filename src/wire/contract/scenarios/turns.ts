import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import type { Bench } from '../world/bench.ts'
import type { Credential } from '../world/contract-request.ts'

/** One inline turn that must be answered. */
export async function turn(
  bench: Bench,
  agentName: string,
  message: string,
  more: JsonObject = {},
  credential: Credential = 'own',
): Promise<{ sessionId: string; transcript: JsonObject[] }> {
  const data = await bench.chat({ doReturnResponse: true, agentName, message, ...more }, credential)
  return { sessionId: String(data.sessionId), transcript: entriesIn(data) }
}

export function entriesIn({ transcript }: JsonObject): JsonObject[] {
  return Array.isArray(transcript) ? transcript.filter(isJsonObject) : []
}

export function saidIn(entries: readonly JsonObject[]): string {
  return entries
    .filter(({ role }) => role === 'assistant')
    .map(contractText)
    .join('\n')
}

/** The members of entries that an inline reply and the stored session share: kind, role, text, call_id, name. */
export function essence(entries: readonly JsonObject[]): unknown[] {
  return entries.map((entry) => {
    const { type, role = null, call_id = null, name = null } = entry
    return { type, role, call_id, name, text: contractText(entry) }
  })
}

export function contractText({ content }: JsonObject): string {
  const items = Array.isArray(content) ? content.filter(isJsonObject) : []
  return items.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}
