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

/** What looks volatile in entries but for moments, each as often as it occurs. */
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
 * What looks like an id of one run, but is in runs of both sides: a fact that both were given, such as the id of an
 * order, which has to differ visibly where it differs.
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

/** Masks what is of one run only by its kind, `<uuid>`: enough to tell what resembles what. */
export function maskByKind(run: ConversationResult, shared: ReadonlySet<string>): VolatileFacts {
  const names: VolatileNames = { nameOf: (kind, value) => (shared.has(value) ? value : `<${kind}>`) }
  return startMasking(entriesOf(run), [run.sessionId], names)
}
