import { hashJson } from '../../base/hash-json.ts'

/** How long a conversation takes, all its attempts together. What tells it is what the history goes by, but the service. */
export interface Duration {
  suite: string
  name: string
  agent: string
  version: string
  /** A whole number of milliseconds. */
  ms: number
}

/** What a file of durations holds: every machine that cuts shards by the same ones cuts them the same way. */
export interface Durations {
  /** The same for the same durations, in whatever order they stand. */
  hash: string
  /** Null for a conversation that was never measured. */
  of: (subject: Omit<Duration, 'ms'>) => number | null
}

/** Durations ready to be asked. */
export function indexDurations(list: readonly Duration[]): Durations {
  const known = new Map(sortDurations(list).map((each) => [keyOf(each), each.ms]))
  return {
    hash: hashJson([...known].map(([key, ms]) => [key, ms])),
    of: (subject) => known.get(keyOf(subject)) ?? null,
  }
}

/** One of each conversation, the longest where there are several, in an order that depends on nothing else. */
export function sortDurations(list: readonly Duration[]): Duration[] {
  const longest = new Map<string, Duration>()
  for (const each of list) {
    const key = keyOf(each)
    if (each.ms > (longest.get(key)?.ms ?? -1)) longest.set(key, each)
  }
  return [...longest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** A text that is the same for the same conversation. */
export function keyOf({ suite, name, agent, version }: Omit<Duration, 'ms'>): string {
  return JSON.stringify([suite, name, agent, version])
}
