import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { compareWithSnapshot } from '../../records/snapshots/compare-snapshots.ts'
import { readSnapshotFor } from '../../records/snapshots/read-snapshot.ts'
import { type SnapshotContext, takeSnapshot } from '../../records/snapshots/take-snapshot.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { type PictureNote, snapshotNote } from './picture-notes.ts'

const base = 'default'

/** Where default does not run beside another version, what differs from the snapshot that is kept of it; null without one. */
export function baselineNote(plan: Plan, result: ConversationResult, context: SnapshotContext): PictureNote | null {
  if (plan.version === base || (result.verdict !== 'passed' && result.verdict !== 'failed')) return null
  const kept = readSnapshotFor({ ...plan, version: base }, context.folder)
  if (kept.read === null) return null
  const now = takeSnapshot(plan, result, context)
  const comparison = compareWithSnapshot({ ...now, header: { ...now.header, version: base } }, kept)
  return comparison.kind === 'changed' ? snapshotNote(result, base, comparison.lines) : null
}
