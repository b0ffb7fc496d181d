import type { JsonValue } from '../../../base/json.ts'
import type { AgentFacts } from '../world/workspace-facts.ts'

/** What a request asks for as a version. */
export type VersionReading =
  | 'fine'
  | 'negative'
  | 'no whole number'
  | 'not there'
  | 'no draft'
  | 'draft of a call'
  | 'another word'

/** Reads a version as the interface states its forms: `default`, `draft` (chat), or a number of at least 0 (Versioning). */
export function readVersion(
  value: JsonValue | undefined,
  agent: AgentFacts | null,
  operation: 'chat' | 'call',
): VersionReading {
  if (typeof value !== 'string' && typeof value !== 'number') return 'fine' // absent, or a matter of types
  if (value === 'draft' && operation === 'call') return 'draft of a call'
  if (value === 'draft') return agent === null || agent.draft ? 'fine' : 'no draft'
  if (value === 'default') return agent === null || agent.published !== null ? 'fine' : 'not there'
  const number = typeof value === 'number' ? value : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (typeof value === 'string' && String(number) !== value) return 'another word'
  if (number < 0) return 'negative'
  if (!Number.isSafeInteger(number)) return 'no whole number'
  return agent === null || agent.versions.includes(number) ? 'fine' : 'not there'
}
