import { countValues } from '../../base/group-by.ts'
import { maskEntry } from '../../engine/transcript/mask-volatile.ts'
import {
  startMasking,
  type VolatileFacts,
  type VolatileKind,
  type VolatileNames,
} from '../../engine/transcript/volatile-facts.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { AlignedRow } from '../align/align-entries.ts'
import type { Unit } from '../align/likeness.ts'
import type { SideKey } from '../model/conversation-comparison.ts'

/** The masking of each side of a comparison. */
export type PairMasking = Record<SideKey, VolatileFacts>

/** Ids of a and b at one place of an aligned row share a name and keep it: cancelling another order then differs. */
export function bindNames(
  a: ConversationResult,
  b: ConversationResult,
  rows: readonly AlignedRow[],
  shared: ReadonlySet<string>,
): PairMasking {
  const counts = new Map<VolatileKind, number>()
  const [namesA, namesB] = [new Map<string, string>(), new Map<string, string>()]
  const create = (kind: VolatileKind): string => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `<${kind} ${count}>`
  }
  const plain = { a: startMasking(entriesOf(a), [a.sessionId]), b: startMasking(entriesOf(b), [b.sessionId]) }
  if (a.sessionId !== null && b.sessionId !== null && !shared.has(a.sessionId)) {
    const name = create('session')
    namesA.set(a.sessionId, name)
    namesB.set(b.sessionId, name)
  }
  for (const row of rows) {
    if (row.a === null || row.b === null) continue
    const [here, there] = [fresh(row.a, plain.a, namesA, shared), fresh(row.b, plain.b, namesB, shared)]
    for (const { kind, value } of here) {
      const at = there.findIndex((other) => other.kind === kind)
      const [other] = at < 0 ? [] : there.splice(at, 1)
      if (other === undefined) continue
      const name = create(kind)
      namesA.set(value, name)
      namesB.set(other.value, name)
    }
  }
  return {
    a: { ...plain.a, names: namesOf(namesA, create, shared) },
    b: { ...plain.b, names: namesOf(namesB, create, shared) },
  }
}

/** The volatile values of a unit that have no name yet, each once. */
function fresh(
  { entry, call }: Unit,
  facts: VolatileFacts,
  nameByValue: ReadonlyMap<string, string>,
  shared: ReadonlySet<string>,
): VolatileValue[] {
  const entries = call?.output == null ? [entry] : [entry, call.output]
  const uniqueValues = new Set<string>()
  return listVolatile(entries, facts).filter(({ value }) => {
    if (uniqueValues.has(value) || nameByValue.has(value) || shared.has(value)) return false
    uniqueValues.add(value)
    return true
  })
}

/** A value that only one side has gets a name that the other side does not use. */
function namesOf(
  names: Map<string, string>,
  create: (kind: VolatileKind) => string,
  shared: ReadonlySet<string>,
): VolatileNames {
  return {
    nameOf(kind, value) {
      if (shared.has(value)) return value
      if (kind === 'time') return '<time>'
      const name = names.get(value) ?? create(kind)
      names.set(value, name)
      return name
    },
  }
}

interface VolatileValue {
  kind: VolatileKind
  value: string
}

const entriesOf = ({ turns }: ConversationResult): TranscriptEntry[] => turns.flatMap(({ entries }) => entries)

/** The values in entries that look volatile, except moments; each as often as it occurs. */
function listVolatile(entries: readonly TranscriptEntry[], facts: VolatileFacts): VolatileValue[] {
  const values: VolatileValue[] = []
  const names: VolatileNames = {
    nameOf(kind, value) {
      if (kind !== 'time') values.push({ kind, value })
      return value
    },
  }
  for (const entry of entries) maskEntry(entry, { ...facts, names })
  return values
}

/** Values like an id of one run that occur on both sides, such as a given order: differences must stay visible. */
export function findShared(a: readonly ConversationResult[], b: readonly ConversationResult[]): Set<string> {
  const [inA, inB] = [valuesOf(a), valuesOf(b)]
  return new Set([...inA].filter((value) => inB.has(value)))
}

/** Like `findShared`, whatever the side: values in at least two runs, so that swapping sides changes nothing. */
export function findRepeated(runs: readonly ConversationResult[]): Set<string> {
  const counts = countValues(runs.flatMap((run) => [...valuesOf([run])]))
  return new Set([...counts].flatMap(([value, count]) => (count > 1 ? [value] : [])))
}

function valuesOf(runs: readonly ConversationResult[]): Set<string> {
  return new Set(
    runs.flatMap((run) => {
      const entries = entriesOf(run)
      return listVolatile(entries, startMasking(entries, [run.sessionId])).map(({ value }) => value)
    }),
  )
}

/** Masks values of one run by kind alone, as `<uuid>`: enough to tell which entries resemble each other. */
export function maskByKind(run: ConversationResult, shared: ReadonlySet<string>): VolatileFacts {
  const names: VolatileNames = { nameOf: (kind, value) => (shared.has(value) ? value : `<${kind}>`) }
  return startMasking(entriesOf(run), [run.sessionId], names)
}
