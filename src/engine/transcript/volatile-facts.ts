import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** The names so far, the ids that the transcript declares, and when the conversation took place. */
export interface VolatileFacts {
  names: VolatileNames
  ids: ReadonlyMap<string, VolatileKind>
  /** In milliseconds since 1970, an hour wider than the conversation; null when no entry has a timestamp. */
  around: { from: number; to: number } | null
}

/** Tools' clocks differ from the service's, and a link may be valid for a while. */
const leewayMs = 3_600_000

/** Pass session ids in, since the entries do not contain them. */
export function startMasking(
  entries: readonly TranscriptEntry[],
  sessionIds: readonly (string | null)[] = [],
  names: VolatileNames = createVolatileNames(),
): VolatileFacts {
  const ids = new Map<string, VolatileKind>()
  for (const id of sessionIds) if (id !== null) ids.set(id, 'session')
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const entry of entries) {
    if (entry.type === 'unknown') continue
    if (entry.type === 'function_call' || entry.type === 'function_call_output') ids.set(entry.call_id, 'call')
    const ms = Date.parse(entry.timestamp)
    if (Number.isNaN(ms)) continue
    from = Math.min(from, ms)
    to = Math.max(to, ms)
  }
  return { names, ids, around: from > to ? null : { from: from - leewayMs, to: to + leewayMs } }
}

/** Kinds of values that differ in each run although nothing about the agent does. */
export type VolatileKind = 'session' | 'call' | 'message' | 'uuid' | 'id' | 'token' | 'time'

export interface VolatileNames {
  /** `<session 1>`, `<call 2>`, `<time>`: the same value always gets the same name. */
  nameOf(kind: VolatileKind, value: string): string
}

/** By kind, in order of first appearance; moments have no number, as sharing a millisecond is chance. */
export function createVolatileNames(fixed: ReadonlySet<string> = new Set()): VolatileNames {
  const names = new Map<string, string>()
  const counts = new Map<VolatileKind, number>()
  return {
    nameOf(kind, value) {
      if (fixed.has(value)) return value
      if (kind === 'time') return '<time>'
      const knownName = names.get(value)
      if (knownName !== undefined) return knownName
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const name = `<${kind} ${count}>`
      names.set(value, name)
      return name
    },
  }
}
