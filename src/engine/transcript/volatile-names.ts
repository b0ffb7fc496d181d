/** What is another in each run though nothing about the agent differs. */
export type VolatileKind = 'session' | 'call' | 'message' | 'uuid' | 'id' | 'token' | 'time'

/** Gives volatile values names that stay. */
export interface VolatileNames {
  /** `<session 1>`, `<call 2>`, `<time>`: the same value always gets the same name. */
  nameOf(kind: VolatileKind, value: string): string
}

/**
 * Names values by kind in the order in which they are first seen. Moments are not counted: whether two of them fall into
 * one millisecond is chance. Values of `kept` stay as they are.
 */
export function createVolatileNames(kept: ReadonlySet<string> = new Set()): VolatileNames {
  const names = new Map<string, string>()
  const counts = new Map<VolatileKind, number>()
  return {
    nameOf(kind, value) {
      if (kept.has(value)) return value
      if (kind === 'time') return '<time>'
      const known = names.get(value)
      if (known !== undefined) return known
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const name = `<${kind} ${count}>`
      names.set(value, name)
      return name
    },
  }
}
