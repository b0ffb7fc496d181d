import { writeWhole } from '../../base/write-whole.ts'
import { formatSnapshot } from './format-snapshot.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Writes a snapshot file atomically: to a temporary file first, then in its place. Returns false, and leaves the file
 * untouched down to its line ends, if it already says the same.
 * @throws Error of the file system
 */
export function saveSnapshot(path: string, snapshot: Snapshot): boolean {
  const text = formatSnapshot(snapshot)
  const kept = readSnapshot(path)
  if (kept?.ok === true && formatSnapshot(kept.snapshot) === text) return false
  writeWhole(path, text)
  return true
}
