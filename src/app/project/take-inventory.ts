import { relative, resolve, sep } from 'node:path'
import type { Inventory } from '../../records/snapshots/find-obsolete.ts'
import { suiteOf } from '../../records/snapshots/snapshot-path.ts'
import type { SuitePath } from './find-suites.ts'
import type { SuitesRead } from './read-suites.ts'
import type { Selection } from './select.ts'
import type { RunSettled } from './settings.ts'

/** What was asked for in whole: nothing, where names, tags or lines chose among the conversations. */
export function takeInventory(
  { suites }: SuitesRead,
  asked: readonly SuitePath[],
  { folder, suites: given }: RunSettled,
  { name, tags }: Selection,
): Inventory {
  const filtered = name !== undefined || (tags !== undefined && tags.length > 0)
  if (filtered) return { conversations: new Map(), covers: () => false }
  const whole = new Set(asked.filter(({ address }) => address === undefined).map(({ file }) => file))
  const read = suites.filter(({ script, address }) => address === undefined && whole.has(script.file))
  return {
    conversations: new Map(
      read.map(({ script }) => [
        suiteOf(script.file, folder),
        new Set(script.conversations.map((conversation) => conversation.name.value)),
      ]),
    ),
    covers: (file) => given.some((path) => isBelow(resolve(folder, file), resolve(folder, path))),
  }
}

function isBelow(path: string, parent: string): boolean {
  const way = relative(parent, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}
