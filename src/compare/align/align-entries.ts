import { groupByKey } from '../../base/group-by.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { type Alike, alignGaps, alignSequences, type IndexPair, mergePairs } from './align-sequences.ts'
import { likenessOf, listUnits, type Unit } from './likeness.ts'

/** A pair of matching units, or one without a counterpart; rows that are not `moved` are in order on both sides. */
export interface AlignedRow {
  a: Unit | null
  b: Unit | null
  moved: boolean
}

/** Aligns a turn: messages first, then what lies between. A call unmatched on both sides has moved; its row is a's. */
export function alignEntries(a: readonly TranscriptEntry[], b: readonly TranscriptEntry[]): AlignedRow[] {
  const [unitsA, unitsB] = [listUnits(a), listUnits(b)]
  return listRows(unitsA, unitsB, alignGaps(unitsA, unitsB, alignFrame(unitsA, unitsB), alikeBetween))
}

/** Two calls of one name that are less alike than this count as one removed and one added, not as one that changed. */
const alikeEnough = 0.7

/** At most this many calls of one name are compared with each other. */
const groupLimit = 40

/** Pairs calls without a counterpart in order that occur elsewhere: within one name, the most alike first. */
function pairMoved(a: readonly Unit[], b: readonly Unit[]): Map<Unit, Unit> {
  const moved = new Map<Unit, Unit>()
  const others = groupCalls(b)
  for (const [label, here] of groupCalls(a)) {
    const there = (others.get(label) ?? []).slice(0, groupLimit)
    const pairs = here
      .slice(0, groupLimit)
      .flatMap((one) => there.map((two) => ({ one, two, likeness: likenessOf(one, two) })))
    const twins = new Set<Unit>()
    for (const { one, two, likeness } of pairs.sort((x, y) => y.likeness - x.likeness)) {
      if (likeness < alikeEnough || moved.has(one) || twins.has(two)) continue
      moved.set(one, two)
      twins.add(two)
    }
  }
  return moved
}

function groupCalls(units: readonly Unit[]): Map<string, Unit[]> {
  const calls = units.filter(({ call }) => call !== null)
  return groupByKey(calls, ({ label }) => label)
}

/** Messages never match here, because the frame has aligned them already. */
const alikeBetween: Alike<Unit> = {
  likeness: (a, b) => (isSpoken(a) || isSpoken(b) ? 0 : likenessOf(a, b)),
  keys: [({ key }) => key, ({ label }) => label],
}

interface Spoken {
  unit: Unit
  place: number
  /** The share of the turn's units that come before it, from 0 to 1. */
  progress: number
}

/** Where the wording does not settle which messages match, their position in the turn does. */
const alikeSpoken: Alike<Spoken> = {
  likeness(a, b) {
    const likeness = likenessOf(a.unit, b.unit)
    return likeness === 0 ? 0 : likeness + 0.2 * (1 - Math.abs(a.progress - b.progress))
  },
  keys: [({ unit }) => unit.key, ({ unit }) => unit.label],
}

function alignFrame(a: readonly Unit[], b: readonly Unit[]): IndexPair[] {
  const [spokenA, spokenB] = [listSpoken(a), listSpoken(b)]
  return alignSequences(spokenA, spokenB, alikeSpoken).flatMap(([inA, inB]) => {
    const [atA, atB] = [spokenA[inA], spokenB[inB]]
    return atA === undefined || atB === undefined ? [] : [[atA.place, atB.place] as IndexPair]
  })
}

function listSpoken(units: readonly Unit[]): Spoken[] {
  return units.flatMap((unit, place) => (isSpoken(unit) ? [{ unit, place, progress: place / units.length }] : []))
}

const isSpoken = ({ sort }: Unit): boolean => sort === 'user' || sort === 'assistant'

function listRows(a: readonly Unit[], b: readonly Unit[], chain: readonly IndexPair[]): AlignedRow[] {
  const [pairedA, pairedB] = [new Set(chain.map(([at]) => at)), new Set(chain.map(([, at]) => at))]
  const moved = pairMoved(
    a.filter((_, at) => !pairedA.has(at)),
    b.filter((_, at) => !pairedB.has(at)),
  )
  const elsewhere = new Set(moved.values())
  return mergePairs(chain, a.length, b.length).flatMap((pair): AlignedRow[] => {
    const [unitA, unitB] = [a[pair.a ?? -1] ?? null, b[pair.b ?? -1] ?? null]
    if (unitA === null) return unitB !== null && elsewhere.has(unitB) ? [] : [{ a: null, b: unitB, moved: false }]
    const counterpart = unitB ?? moved.get(unitA) ?? null
    return [{ a: unitA, b: counterpart, moved: unitB === null && counterpart !== null }]
  })
}
