import { maskEntry } from '../../engine/transcript/mask-volatile.ts'
import { startMasking, type VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import type { VolatileKind, VolatileNames } from '../../engine/transcript/volatile-names.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** A volatile value as it was found in an entry. */
export interface VolatileValue {
  kind: VolatileKind
  value: string
}

/** The entries of all turns of a run, in order. */
export function entriesOf({ turns }: ConversationResult): TranscriptEntry[] {
  return turns.flatMap(({ entries }) => entries)
}

/** The values in entries that look volatile, except moments; each as often as it occurs. */
export function listVolatile(entries: readonly TranscriptEntry[], facts: VolatileFacts): VolatileValue[] {
  const found: VolatileValue[] = []
  const names: VolatileNames = {
    nameOf(kind, value) {
      if (kind !== 'time') found.push({ kind, value })
      return value
    },
  }
  for (const entry of entries) maskEntry(entry, { ...facts, names })
  return found
}

/**
 * Values that look like an id of one run but occur in runs of both sides: a fact given to both, such as an order id,
 * whose differences must stay visible.
 */
export function findShared(a: readonly ConversationResult[], b: readonly ConversationResult[]): Set<string> {
  const [inA, inB] = [valuesOf(a), valuesOf(b)]
  return new Set([...inA].filter((value) => inB.has(value)))
}

function valuesOf(runs: readonly ConversationResult[]): Set<string> {
  return new Set(
    runs.flatMap((run) => {
      const entries = entriesOf(run)
      return listVolatile(entries, startMasking(entries, [run.sessionId])).map(({ value }) => value)
    }),
  )
}

/**
 * Masks values that belong to one run by kind alone, as `<uuid>`: enough to tell which entries resemble each other.
 */
export function maskByKind(run: ConversationResult, shared: ReadonlySet<string>): VolatileFacts {
  const names: VolatileNames = { nameOf: (kind, value) => (shared.has(value) ? value : `<${kind}>`) }
  return startMasking(entriesOf(run), [run.sessionId], names)
}
