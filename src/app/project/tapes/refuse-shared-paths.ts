import { relative } from 'node:path'
import { snapshotPath } from '../../../records/snapshots/snapshot-path.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { UsageError } from '../usage-error.ts'

/** What kind of file is shared, and where that of a plan is. */
interface SharedPath {
  what: string
  pathOf: (plan: Plan) => string
}

/**
 * Two conversations with one snapshot file would overwrite each other for ever: those of `Orders.yaml` and `orders.yaml` on
 * a system where letter case does not count, or two names with the same words and digits.
 * @throws UsageError that names both
 */
export function refuseSharedPaths(
  plans: readonly Plan[],
  folder: string,
  { what, pathOf }: SharedPath = { what: 'snapshot', pathOf: (plan) => snapshotOf(plan, folder) },
): void {
  const owners = new Map<string, Plan>()
  for (const plan of plans) {
    const path = pathOf(plan)
    const other = owners.get(path.toLowerCase())
    if (other !== undefined)
      throw new UsageError(
        `${other.id} and ${plan.id} would share the ${what} ${relative(folder, path)}`,
        'rename one of them, or its suite, in more than letter case',
      )
    owners.set(path.toLowerCase(), plan)
  }
}

function snapshotOf({ file, conversation, version }: Plan, folder: string): string {
  return snapshotPath({ file, conversation: conversation.name.value, version }, folder)
}
