import { hashJson } from '../../base/hash-json.ts'

/** The time of a conversation, over all its attempts. It is identified as in the history, but without the service. */
export interface Duration {
  suite: string
  name: string
  agent: string
  version: string
  /** A whole number of milliseconds. */
  ms: number
}

/** A file of durations, indexed: machines that cut shards by the same durations cut them the same way. */
export interface Durations {
  /** Equal for equal durations, whatever their order. */
  hash: string
  /** Null for a conversation that was never measured. */
  of: (subject: Omit<Duration, 'ms'>) => number | null
}

/** Indexes durations for lookup. */
export function indexDurations(list: readonly Duration[]): Durations {
  const known = new Map(sortDurations(list).map((each) => [keyOf(each), each.ms]))
  return {
    hash: hashJson([...known].map(([key, ms]) => [key, ms])),
    of: (subject) => known.get(keyOf(subject)) ?? null,
  }
}

/** One duration for each conversation, the longest if there are several, in a fixed order. */
export function sortDurations(list: readonly Duration[]): Duration[] {
  const longest = new Map<string, Duration>()
  for (const each of list) {
    const key = keyOf(each)
    if (each.ms > (longest.get(key)?.ms ?? -1)) longest.set(key, each)
  }
  return [...longest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** A lookup key: equal for the same conversation. */
export function keyOf({ suite, name, agent, version }: Omit<Duration, 'ms'>): string {
  return JSON.stringify([suite, name, agent, version])
}
