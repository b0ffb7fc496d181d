import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts'
import type { Reading } from '../world/reading.ts'
import type { AgentFacts, WorkspaceFacts } from '../world/workspace-facts.ts'

const isChat = ({ request, bodyKind }: Reading): boolean =>
  request.operation === 'chat.trigger' && bodyKind === 'object'

/** Whether the reply is asked for inline. */
export function isInline(reading: Reading): boolean {
  return isChat(reading) && reading.mode === 'inline'
}

/** Whether a customer is to be messaged. */
export function isDispatch(reading: Reading): boolean {
  return isChat(reading) && reading.mode === 'dispatch'
}

/** Whether a customer is to be messaged over an enabled channel of a type. */
export function isDispatchOver(reading: Reading, ...types: string[]): boolean {
  return isDispatch(reading) && reading.channel !== null && types.includes(reading.channel.type)
}

/** The WhatsApp options, empty when they are no object. */
export function whatsappOptionsOf({ body }: Reading): JsonObject {
  return isJsonObject(body.whatsappOptions) ? body.whatsappOptions : {}
}

/** The email options, empty when they are no object. */
export function emailOptionsOf({ body }: Reading): JsonObject {
  return isJsonObject(body.emailOptions) ? body.emailOptions : {}
}

/** Whether a value is text that is not empty. */
export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Whether a workspace has a channel of this name, enabled or not, ignoring case and surrounding blanks. */
export function knowsChannel({ channels }: WorkspaceFacts, name: JsonValue | undefined): boolean {
  const folded = typeof name === 'string' ? name.trim().toLowerCase() : undefined
  return channels.some((channel) => channel.name.trim().toLowerCase() === folded)
}

/** The agent that answers a chat: the one named, or the channel's; null when it is not known. */
export function agentOf({ facts, body, channel }: Reading): AgentFacts | null {
  const name = body.agentName === undefined ? channel?.agent : body.agentName
  return facts.agents.find((agent) => agent.name === name) ?? null
}

/** Whether a text is a phone number with a country code: digits, with or without a plus. */
export function isPhoneNumber(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text)
}
