import { groupByKey } from '../../base/group-by.ts'
import { snapshotPath } from '../../records/snapshots/snapshot-path.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { showPath } from './find-suites.ts'

interface SharedPath {
  what: string
  pathOf: (plan: Plan) => string
}

/** Breaks plans that would overwrite each other's file: by letter case, or names of the same words and digits. */
export function breakSharedPaths(plans: readonly Plan[], folder: string, shared?: SharedPath): Plan[] {
  const clashes = findSharedPaths(plans, folder, shared)
  return plans.map((plan) => {
    const problem = clashes.get(plan)
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
      message: `${other.id} would share the ${what} ${showPath(pathOf(plan), folder)}`,
      hint: 'rename one of them, or its suite, in more than letter case',
    }
  }
}

function snapshotOf({ file, conversation, version }: Plan, folder: string): string {
  return snapshotPath({ file, conversation: conversation.name.value, version }, folder)
}
