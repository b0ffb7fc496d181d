import { diffLines, type LineDifference } from './diff-lines.ts'
import type { KeptSnapshot } from './read-snapshot.ts'
import type { Snapshot, SnapshotLine } from './snapshot.ts'

/** How a conversation compares with its snapshot. */
export type SnapshotComparison =
  | { kind: 'same' }
  /** Every line of both sides, in order; changed ones carry their word diff. */
  | { kind: 'changed'; lines: LineDifference[] }
  /** The file belongs to another script, or cannot be read; `reason` is for a person. */
  | { kind: 'not comparable'; reason: string }
  /** There is no snapshot. */
  | { kind: 'missing' }

/** Which lines are compared: all, or only calls and their outputs, for agents whose wording varies. */
export type LinesCompared = 'all' | 'calls'

/** Compares a conversation with its stored snapshot. */
export function compareWithSnapshot(
  now: Snapshot,
  { read }: Pick<KeptSnapshot, 'read'>,
  compared: LinesCompared = 'all',
): SnapshotComparison {
  if (read === null) return { kind: 'missing' }
  if (!read.ok)
    return { kind: 'not comparable', reason: `its snapshot cannot be read: line ${read.line}: ${read.reason}` }
  const kept = read.snapshot
  for (const key of ['conversation', 'file', 'version', 'agent'] as const)
    if (kept.header[key] !== now.header[key])
      return {
        kind: 'not comparable',
        reason: `its snapshot is of the ${key} "${kept.header[key]}", not of "${now.header[key]}"`,
      }
  if (kept.header.script !== now.header.script)
    return {
      kind: 'not comparable',
      reason: `the script sends something else since the snapshot was taken (${kept.header.script} is now ${now.header.script})`,
    }
  const [before, after] = [kept.lines, now.lines].map((lines) => lines.filter((line) => counts(line, compared)))
  const lines = diffLines(before ?? [], after ?? [])
  return lines.every(({ kind }) => kind === 'same') ? { kind: 'same' } : { kind: 'changed', lines }
}

function counts({ text }: SnapshotLine, compared: LinesCompared): boolean {
  return compared === 'all' || text.startsWith('-> ') || text.startsWith('<- ')
}
