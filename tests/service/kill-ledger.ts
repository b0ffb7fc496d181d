/** What a request asked for. Every one has an id that nothing else has. */
export type Kind = 'opened session' | 'continued session' | 'message' | 'scheduled message' | 'call' | 'workflow call'

/**
 * One request, and what is known of it: in the air; answered with 200; found after a kill though its answer never came; or
 * not found then, which means that it never may be.
 */
export interface Entry {
  id: string
  kind: Kind
  round: number
  state: 'in the air' | 'acknowledged' | 'kept' | 'lost'
  /** The session it is in; null while that is not known. */
  sessionId: string | null
  /** The entries that the answer gave, as JSON. */
  slice?: string
}

/** Everything that was ever sent. */
export interface Ledger {
  entries: Map<string, Entry>
  open(kind: Kind, round: number, sessionId?: string): Entry
  /** Requests of these kinds, in the order they were sent. */
  of(...kinds: Kind[]): Entry[]
}

/** An empty ledger. */
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

/** Whether it has to be in the store. */
export const isThere = ({ state }: Entry): boolean => state === 'acknowledged' || state === 'kept'

/** The customer's number of a call; it never ends like one of the magic numbers. */
export const numberOf = ({ id }: Entry): string => `1555${id.replace(/.*n/, '').padStart(6, '0')}11`
