import type { JsonValue } from '../../base/json.ts'
import type { Session } from '../../wire/api/session.ts'

/** What people and tools wrote in a session: no ids, moments and names that the service itself gives. */
export function privateParts({ transcript, dynamicVariables, analysis }: Session): JsonValue[] {
  const said = transcript.flatMap((entry): JsonValue[] => {
    switch (entry.type) {
      case 'message':
        return [entry.content as unknown as JsonValue, entry.metadata]
      case 'function_call':
        return [entry.arguments]
      case 'function_call_output':
        return [entry.output]
      case 'thinking':
        return [entry.thinking]
      case 'summary':
        return [entry.summary]
      default:
        return []
    }
  })
  return [dynamicVariables ?? null, analysis ?? null, ...said]
}
