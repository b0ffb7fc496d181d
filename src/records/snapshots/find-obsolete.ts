import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lookAt, walkFiles } from '../../base/files/files.ts'
import type { SnapshotHeader } from './snapshot.ts'
import { readSnapshot } from './snapshot-file.ts'
import { snapshotFolder, snapshotPath } from './snapshot-path.ts'

/** Which suites this run examined: a file that none claims differs from one whose owner was not selected. */
export interface Inventory {
  /** The names of all conversations in each suite that was selected as a whole, by its path from the folder. */
  conversations: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether every suite at a path was selected, even if it no longer exists. */
  covers(file: string): boolean
}

/** A snapshot file that no longer belongs to any conversation. */
export interface ObsoleteSnapshot {
  path: string
  conversation: string
  reason: string
}

/** The obsolete files below `folder`; a conversation claims its snapshots of every version, run or not. */
export function findObsolete(folder: string, inventory: Inventory): ObsoleteSnapshot[] {
  const root = join(folder, snapshotFolder)
  if (lookAt(root)?.isDirectory() !== true) return []
  const files = walkFiles(root).filter((name) => name.endsWith('.txt'))
  return files.flatMap((name) => {
    const path = join(root, name)
    const read = readSnapshot(path)
    if (read?.ok !== true) return []
    const { header } = read.snapshot
    const reason = whyObsolete(path, header, folder, inventory)
    return reason === null ? [] : [{ path, conversation: header.conversation, reason }]
  })
}

function whyObsolete(path: string, header: SnapshotHeader, folder: string, inventory: Inventory): string | null {
  const names = inventory.conversations.get(header.file)
  if (names === undefined) {
    const isOrphan = !existsSync(resolve(folder, header.file)) && inventory.covers(header.file)
    return isOrphan ? `there is no suite ${header.file}` : null
  }
  if (!names.has(header.conversation)) return `${header.file} has no conversation "${header.conversation}"`
  return snapshotPath(header, folder) === path ? null : 'its conversation is kept in another file'
}
