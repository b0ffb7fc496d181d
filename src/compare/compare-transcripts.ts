import { maskEntry } from '../engine/transcript/mask-volatile.ts'
import type { VolatileFacts } from '../engine/transcript/volatile-facts.ts'
import { type ConversationResult, isUnsent, type TurnResult } from '../engine/verdict/conversation-result.ts'
import { isJudged } from '../engine/verdict/verdict.ts'
import type { TranscriptEntry } from '../wire/api/transcript-entry.ts'
import { type AlignedRow, alignEntries } from './align/align-entries.ts'
import { alignTurns, type TurnPair } from './align/align-turns.ts'
import type { Unit } from './align/likeness.ts'
import { bindNames, findShared, maskByKind, type PairMasking } from './diff/bind-names.ts'
import { describeChanges } from './diff/describe-changes.ts'
import { diffRow } from './diff/diff-row.ts'
import type { ComparisonVerdict } from './model/comparison-verdict.ts'
import type { RowComparison, TurnChange, TurnComparison } from './model/turn-comparison.ts'

/** Compares runs entry by entry. Ids, moments and signatures are masked with names; values in both runs stay. */
export function compareTranscripts(a: ConversationResult, b: ConversationResult): TurnComparison[] {
  const shared = findShared([a], [b])
  const byKind: PairMasking = { a: maskByKind(a, shared), b: maskByKind(b, shared) }
  const turns = alignTurns(a, b).map((pair) => ({ pair, rows: alignPair(a, b, pair, byKind) }))
  const all = turns.flatMap(({ rows }) => rows)
  const masking = bindNames(a, b, all, shared)
  return turns.map(({ pair, rows }) => compareTurn(a, b, pair, rows, masking))
}

/** Aligns two turns by their masked entries and returns the rows with the original entries. */
function alignPair(a: ConversationResult, b: ConversationResult, pair: TurnPair, masking: PairMasking): AlignedRow[] {
  const [rawA, rawB] = [entriesAt(a, pair.a), entriesAt(b, pair.b)]
  const rows = alignEntries(
    rawA.map((entry) => maskEntry(entry, masking.a)),
    rawB.map((entry) => maskEntry(entry, masking.b)),
  )
  return rows.map(({ a: unitA, b: unitB, moved }) => ({
    a: unitA && replaceEntries(unitA, (index) => rawA[index]),
    b: unitB && replaceEntries(unitB, (index) => rawB[index]),
    moved,
  }))
}

function compareTurn(
  a: ConversationResult,
  b: ConversationResult,
  pair: TurnPair,
  raw: readonly AlignedRow[],
  masking: PairMasking,
): TurnComparison {
  const rows = raw.map((row) => ({ a: maskUnit(row.a, masking.a), b: maskUnit(row.b, masking.b), moved: row.moved }))
  const [turnA, turnB] = [a.turns[pair.a ?? -1], b.turns[pair.b ?? -1]]
  const unsent = isUnsent(turnA, a) || isUnsent(turnB, b)
  const compared = rows.map((row): RowComparison => {
    const places = { a: row.a?.index ?? null, b: row.b?.index ?? null }
    return { ...places, ...(unsent ? { kind: 'not sent' } : diffRow(row.a, row.b, row.moved)) }
  })
  const changes = unsent ? [] : describeChanges(turnA ?? null, turnB ?? null, rows, compared)
  return { ...pair, verdict: judgeTurns(turnA ?? null, turnB ?? null, changes), rows: compared, changes }
}

function entriesAt({ turns }: ConversationResult, index: number | null): readonly TranscriptEntry[] {
  return index === null ? [] : (turns[index]?.entries ?? [])
}

function maskUnit(unit: Unit | null, facts: VolatileFacts): Unit | null {
  return unit && replaceEntries(unit, (_, entry) => maskEntry(entry, facts))
}

function replaceEntries(
  unit: Unit,
  read: (index: number, entry: TranscriptEntry) => TranscriptEntry | undefined,
): Unit {
  const entry = read(unit.index, unit.entry) ?? unit.entry
  if (unit.call === null || entry.type !== 'function_call') return { ...unit, entry }
  const { output, outputIndex } = unit.call
  const answer = output === null || outputIndex === null ? null : read(outputIndex, output)
  return {
    ...unit,
    entry,
    call: { entry, output: answer?.type === 'function_call_output' ? answer : null, outputIndex },
  }
}

/** The verdict of two turns by these alone; one errored or not reached says nothing, the earlier turn does. */
function judgeTurns(a: TurnResult | null, b: TurnResult | null, changes: readonly TurnChange[]): ComparisonVerdict {
  if (!isJudged(a?.verdict) || !isJudged(b?.verdict)) return 'not comparable'
  if (a?.verdict !== b?.verdict) return a?.verdict === 'passed' ? 'regressed' : 'improved'
  return changes.length > 0 ? 'changed' : 'same'
}
