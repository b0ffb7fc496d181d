import { isJsonObject } from '../../base/json.ts'
import { isObjectOrNull, isText, isTextOrNull, isUsualObject } from './usual-kinds.ts'

/**
 * Whether a value is a transcript entry with every member that the interface lists, each of its kind, so that
 * `transcriptEntryShape` would return it unchanged. Anything else is left to the shape.
 */
export function isUsualEntry(value: unknown): boolean {
  if (!isUsualObject(value) || !isText(value.timestamp)) return false
  switch (value.type) {
    case 'message':
      return (
        (value.role === 'user' || value.role === 'assistant' || value.role === 'backgroundAgent') &&
        isTextOrNull(value.senderId) &&
        isTextOrNull(value.senderName) &&
        isTextOrNull(value.agentName) &&
        isObjectOrNull(value.metadata) &&
        Array.isArray(value.content) &&
        value.content.every(isUsualItem)
      )
    case 'function_call':
      return isNamedCall(value) && isJsonObject(value.arguments)
    case 'function_call_output':
      return (
        isNamedCall(value) &&
        typeof value.output === 'string' &&
        typeof value.is_error === 'boolean' &&
        (value.executionTimeMs === null || typeof value.executionTimeMs === 'number')
      )
    default:
      return false
  }
}

function isUsualItem(value: unknown): boolean {
  if (!isUsualObject(value)) return false
  if (value.type === 'text') return typeof value.text === 'string'
  return value.type === 'button' && typeof value.text === 'string' && typeof value.payload === 'string'
}

function isNamedCall({ name, call_id, phase }: Record<string, unknown>): boolean {
  const known = phase === null || phase === 'pre' || phase === 'during' || phase === 'post'
  return known && typeof name === 'string' && typeof call_id === 'string'
}
