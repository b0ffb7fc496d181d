import { describeLeftOut } from '../../engine/coverage/left-out.ts'
import { addressedPlans } from './choose-plans.ts'
import { complain } from './print.ts'
import type { SuitesRead } from './read-suites.ts'
import { type Selection, select } from './select.ts'
import type { RunSettled } from './settings.ts'

/** How many conversations that were asked for `only: true` on others leaves out, each once, whatever its versions. */
export function countLeftOut(read: SuitesRead, settled: RunSettled, selection: Selection): number {
  if (read.suites.every(({ script }) => script.conversations.every(({ only }) => only?.value !== true))) return 0
  const all = addressedPlans(read, settled)
  const kept = new Set(select(all, selection))
  const left = select(all, { ...selection, ignoreOnly: true }).filter((plan) => !kept.has(plan))
  return new Set(left.map(({ id }) => id.slice(0, id.lastIndexOf(' ')))).size
}

/** Says so beside what a verb prints that has no place for it. */
export function tellLeftOut(read: SuitesRead, settled: RunSettled, selection: Selection): void {
  const told = describeLeftOut({ leftOutByOnly: countLeftOut(read, settled, selection) })
  if (told !== null) complain(`${told}\n`)
}
