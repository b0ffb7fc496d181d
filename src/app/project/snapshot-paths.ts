import { relative, resolve, sep } from 'node:path'
import { groupByKey } from '../../base/group-by.ts'
import { findObsolete, type Inventory, type ObsoleteSnapshot } from '../../records/snapshots/find-obsolete.ts'
import { snapshotPath, suiteOf } from '../../records/snapshots/snapshot-path.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { shown } from './find-suites.ts'
import type { SuitesRead } from './read-suites.ts'
import type { Selection } from './select.ts'
import type { RunSettled } from './settings.ts'

/** The snapshots that no conversation claims any more. */
export interface Obsolete {
  /** `shown` is the path relative to the config's folder. */
  snapshots: (ObsoleteSnapshot & { shown: string })[]
  /** Why the search failed; null if it did not. */
  trouble: string | null
}

/**
 * Finds the obsolete snapshots of the suites that were read. A folder that cannot be listed is reported and
 * stops nothing.
 */
export function listObsolete(read: SuitesRead, settled: RunSettled, selection: Selection): Obsolete {
  try {
    const found = findObsolete(settled.folder, takeInventory(read, settled, selection))
    return { snapshots: found.map((each) => ({ ...each, shown: shown(each.path, settled.folder) })), trouble: null }
  } catch (error) {
    return { snapshots: [], trouble: `obsolete snapshots are not looked for: ${(error as Error).message}` }
  }
}

/** The suites that were asked for as a whole; none if names, tags or lines selected among the conversations. */
function takeInventory(
  { found, suites }: SuitesRead,
  { folder, suites: given }: RunSettled,
  { name, tags }: Selection,
): Inventory {
  const filtered = name !== undefined || (tags !== undefined && tags.length > 0)
  if (filtered) return { conversations: new Map(), covers: () => false }
  const whole = new Set(found.filter(({ address }) => address === undefined).map(({ file }) => file))
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

/** The kind of file that might be shared, and the path of a plan's file. */
interface SharedPath {
  what: string
  pathOf: (plan: Plan) => string
}

/**
 * The plans, of which those are broken that would keep overwriting each other's file: those of `Orders.yaml` and
 * `orders.yaml` on a case-insensitive file system, or two names with the same words and digits. All others run.
 */
export function breakSharedPaths(plans: readonly Plan[], folder: string, shared?: SharedPath): Plan[] {
  const found = findSharedPaths(plans, folder, shared)
  return plans.map((plan) => {
    const problem = found.get(plan)
    return problem === undefined ? plan : { ...plan, problems: [...plan.problems, problem] }
  })
}

/** What is wrong with plans that would share a file, by the plan. */
export function findSharedPaths(
  plans: readonly Plan[],
  folder: string,
  { what, pathOf }: SharedPath = { what: 'snapshot', pathOf: (plan) => snapshotOf(plan, folder) },
): Map<Plan, Problem> {
  const groups = groupByKey(plans, (plan) => pathOf(plan).toLowerCase())
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.length === 1 ? [] : group.map((plan) => [plan, sharedProblem(plan, group)] as const),
    ),
  )

  function sharedProblem(plan: Plan, group: readonly Plan[]): Problem {
    const other = group.find((each) => each !== plan) ?? plan
    return {
      code: 'duplicate-name',
      file: plan.file,
      at: plan.conversation.name.at,
      message: `${other.id} would share the ${what} ${shown(pathOf(plan), folder)}`,
      hint: 'rename one of them, or its suite, in more than letter case',
    }
  }
}

function snapshotOf({ file, conversation, version }: Plan, folder: string): string {
  return snapshotPath({ file, conversation: conversation.name.value, version }, folder)
}
