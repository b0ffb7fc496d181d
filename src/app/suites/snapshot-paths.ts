import { resolve } from 'node:path'
import { isWithin } from '../../base/files/files.ts'
import { findObsolete, type Inventory, type ObsoleteSnapshot } from '../../records/snapshots/find-obsolete.ts'
import { suiteOf } from '../../records/snapshots/snapshot-path.ts'
import type { RunSettled } from '../config/settings.ts'
import { showPath } from '../files/find-suites.ts'
import type { SuitesRead } from './read-suites.ts'
import type { Selection } from './select.ts'

export interface Obsolete {
  /** `shown` is the path relative to the config's folder. */
  snapshots: (ObsoleteSnapshot & { shown: string })[]
  /** Why the search failed; null if it did not. */
  trouble: string | null
}

/** Of the suites that were read. A folder that cannot be listed is reported and stops nothing. */
export function listObsolete(read: SuitesRead, settings: RunSettled, selection: Selection): Obsolete {
  try {
    const snapshots = findObsolete(settings.folder, takeInventory(read, settings, selection))
    return {
      snapshots: snapshots.map((each) => ({ ...each, shown: showPath(each.path, settings.folder) })),
      trouble: null,
    }
  } catch (error) {
    return { snapshots: [], trouble: `obsolete snapshots are not looked for: ${(error as Error).message}` }
  }
}

/** The suites that were asked for as a whole; none if names, tags or lines selected among the conversations. */
function takeInventory(
  { suitePaths, suites }: SuitesRead,
  { folder, suites: paths }: RunSettled,
  { name, tags }: Selection,
): Inventory {
  const filtered = name !== undefined || (tags !== undefined && tags.length > 0)
  if (filtered) return { conversations: new Map(), covers: () => false }
  const whole = new Set(suitePaths.filter(({ address }) => address === undefined).map(({ file }) => file))
  const read = suites.filter(({ script, address }) => address === undefined && whole.has(script.file))
  return {
    conversations: new Map(
      read.map(({ script }) => [
        suiteOf(script.file, folder),
        new Set(script.conversations.map((conversation) => conversation.name.value)),
      ]),
    ),
    covers: (file) => paths.some((path) => isWithin(resolve(folder, file), resolve(folder, path))),
  }
}
