import { writeWhole } from '../../base/write-whole.ts'
import { formatSnapshot } from './format-snapshot.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Writes a snapshot file whole or not at all: first beside it, then in its place. One that says the same already stays as
 * it is, line ends and all; then it gives false.
 * @throws Error of the file system
 */
export function saveSnapshot(path: string, snapshot: Snapshot): boolean {
  const text = formatSnapshot(snapshot)
  const kept = readSnapshot(path)
  if (kept?.ok === true && formatSnapshot(kept.snapshot) === text) return false
  writeWhole(path, text)
  return true
}
