import { readText } from '../../base/read-file.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { parseSnapshot, type SnapshotRead } from './parse-snapshot.ts'
import { snapshotPath } from './snapshot-path.ts'

/** The snapshot file of a conversation and version, and what it holds; `read` is null when there is none. */
export interface KeptSnapshot {
  path: string
  read: SnapshotRead | null
}

/**
 * Reads the snapshot of a plan below `folder`, to which the plan's file is relative.
 * @throws Error of the file system other than that there is no such file
 */
export function readSnapshotFor(plan: Plan, folder: string): KeptSnapshot {
  const { file, conversation, version } = plan
  const path = snapshotPath({ file, conversation: conversation.name.value, version }, folder)
  return { path, read: readSnapshot(path) }
}

/** Reads a snapshot file; null when there is none. */
export function readSnapshot(path: string): SnapshotRead | null {
  try {
    return parseSnapshot(readText(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
