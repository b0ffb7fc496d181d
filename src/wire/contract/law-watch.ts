import type { Exchange } from './world/exchange.ts'
import type { Law, Laws } from './world/law.ts'

/** What was seen of one law. */
export interface LawRecord {
  /** How often it held, by reading. */
  held: Record<string, number>
  broken: number
  /** The first answer that broke it. */
  first: { exchange: Exchange; finding: string } | null
}

/** Checks laws on every answer of a run and keeps count. */
export interface LawWatch {
  watch(exchange: Exchange): void
  /** What an answer breaks. */
  look(exchange: Exchange): { id: string; finding: string }[]
  recordOf(id: string): LawRecord
}

/** Begins to watch. */
export function watchLaws(laws: Laws): LawWatch {
  const records = new Map(
    Object.keys(laws).map((id): [string, LawRecord] => [id, { held: {}, broken: 0, first: null }]),
  )
  const recordOf = (id: string): LawRecord => records.get(id) ?? { held: {}, broken: 0, first: null }
  return {
    watch(exchange) {
      for (const [id, law] of Object.entries(laws)) note(recordOf(id), law, exchange)
    },
    look: (exchange) =>
      Object.entries(laws).flatMap(([id, law]) => {
        const look = law(exchange)
        return typeof look === 'object' && 'broken' in look ? [{ id, finding: look.broken }] : []
      }),
    recordOf,
  }
}

function note(record: LawRecord, law: Law, exchange: Exchange): void {
  const look = law(exchange)
  if (look === 'absent') return
  if (typeof look === 'object' && 'broken' in look) {
    record.broken += 1
    record.first ??= { exchange, finding: look.broken }
    return
  }
  const reading = look === 'held' ? look : look.reading
  record.held[reading] = (record.held[reading] ?? 0) + 1
}
