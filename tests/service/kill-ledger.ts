/** What a request asked for. Every request has a unique id. */
export type Kind = 'opened session' | 'continued session' | 'message' | 'scheduled message' | 'call' | 'workflow call'

/**
 * One request, and what is known about it: in flight; answered with 200; found after a kill although its
 * answer never arrived; or not found then, so that it must never appear later.
 */
export interface Entry {
  id: string
  kind: Kind
  round: number
  state: 'in the air' | 'acknowledged' | 'kept' | 'lost'
  /** Its session; null while that is unknown. */
  sessionId: string | null
  /** The entries in its answer, as JSON. */
  slice?: string
}

/** Everything that was ever sent. */
export interface Ledger {
  entries: Map<string, Entry>
  open(kind: Kind, round: number, sessionId?: string): Entry
  /** Requests of these kinds, in the order they were sent. */
  of(...kinds: Kind[]): Entry[]
}

export function createLedger(): Ledger {
  const entries = new Map<string, Entry>()
  return {
    entries,
    open(kind, round, sessionId) {
      const id = `r${round}n${entries.size}`
      const entry: Entry = { id, kind, round, state: 'in the air', sessionId: sessionId ?? null }
      entries.set(id, entry)
      return entry
    },
    of: (...kinds) => [...entries.values()].filter(({ kind }) => kinds.includes(kind)),
  }
}

/** Whether it must be in the store. */
export const isThere = ({ state }: Entry): boolean => state === 'acknowledged' || state === 'kept'

/** The customer's number for a call; it never ends like one of the magic numbers. */
export const numberOf = ({ id }: Entry): string => `1555${id.replace(/.*n/, '').padStart(6, '0')}11`
