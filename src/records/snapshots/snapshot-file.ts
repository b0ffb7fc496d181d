import { lookAt, readText } from '../../base/files/files.ts'
import { writeWhole } from '../../base/files/write-whole.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { formatSnapshot, parseSnapshot, type Snapshot, type SnapshotRead } from './snapshot.ts'
import { snapshotPath } from './snapshot-path.ts'

/** The snapshot file of a conversation and version, and what it holds; `read` is null when there is none. */
export interface KeptSnapshot {
  path: string
  read: SnapshotRead | null
}

/** Reads a plan's snapshot below `folder`, to which the plan's file is relative. */
export function readSnapshotFor(plan: Plan, folder: string): KeptSnapshot {
  const { file, conversation, version } = plan
  const path = snapshotPath({ file, conversation: conversation.name.value, version }, folder)
  return { path, read: readSnapshot(path) }
}

/** Reads a snapshot; null without one. Unreadable is a value, never thrown: one file must not end a run. */
export function readSnapshot(path: string): SnapshotRead | null {
  try {
    return parseSnapshot(readText(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return code === 'ENOENT' ? null : { ok: false, line: null, reason: message }
  }
}

/** Writes a snapshot atomically; false, and untouched, if it says the same already. @throws Error of the file system */
export function saveSnapshot(path: string, snapshot: Snapshot): boolean {
  const text = formatSnapshot(snapshot)
  const earlier = readSnapshot(path)
  if (earlier?.ok === true && formatSnapshot(earlier.snapshot) === text) return false
  if (earlier?.ok === false && lookAt(path)?.isFile() === false) throw new Error(earlier.reason) // keep it
  writeWhole(path, text)
  return true
}
