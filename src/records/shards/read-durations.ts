import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { Duration } from './durations.ts'

/** The durations of a file, or why it holds none. */
export type DurationsRead = { ok: true; durations: Duration[] } | { ok: false; message: string; hint: string }

/** Reads what `formatDurations` wrote. */
export function readDurations(text: string): DurationsRead {
  let value: JsonValue
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return refuse(`this is no JSON: ${(error as Error).message}`)
  }
  if (!isJsonObject(value) || value.kind !== 'durations' || !Array.isArray(value.conversations))
    return refuse('this is no file of durations')
  if (value.schemaVersion !== 1)
    return {
      ok: false,
      message: `the durations have schemaVersion ${JSON.stringify(value.schemaVersion)}, and this Tableread reads 1`,
      hint: 'use the version of Tableread that wrote them, or a newer one',
    }
  const durations: Duration[] = []
  for (const [index, each] of value.conversations.entries()) {
    if (!isDuration(each))
      return refuse(
        `conversations[${index}] has no suite, name, agent and version as text with ms as a number of at least 0`,
      )
    durations.push(each)
  }
  return { ok: true, durations }
}

function isDuration(value: JsonValue): value is JsonValue & Duration {
  if (!isJsonObject(value)) return false
  const { suite, name, agent, version, ms } = value
  return [suite, name, agent, version].every((each) => typeof each === 'string') && typeof ms === 'number' && ms >= 0
}

function refuse(message: string): DurationsRead {
  return { ok: false, message, hint: '`tableread merge` and `tableread history` write one with --write-durations' }
}
