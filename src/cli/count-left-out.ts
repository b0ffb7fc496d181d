import { describeLeftOut } from '../results/left-out.ts'
import { planScript } from '../runner/plan.ts'
import { complain } from './print.ts'
import type { SuitesRead } from './read-suites.ts'
import { conversationAt, type Selection, select } from './select.ts'
import type { RunSettled } from './settings.ts'

/** How many conversations that were asked for `only: true` on others leaves out, each once, whatever its versions. */
export function countLeftOut({ suites }: SuitesRead, settled: RunSettled, selection: Selection): number {
  if (suites.every(({ script }) => script.conversations.every(({ only }) => only?.value !== true))) return 0
  const all = suites.flatMap(({ script, line }) => {
    const at = line === undefined ? undefined : conversationAt(script, line)
    const plans = planScript(script, { ...settled, environment: process.env })
    return at === undefined ? plans : plans.filter(({ conversation }) => conversation.at.line === at)
  })
  const kept = new Set(select(all, selection))
  const left = select(all, { ...selection, ignoreOnly: true }).filter((plan) => !kept.has(plan))
  return new Set(left.map(({ id }) => id.slice(0, id.lastIndexOf(' ')))).size
}

/** Says so beside what a verb prints that has no place for it. */
export function tellLeftOut(read: SuitesRead, settled: RunSettled, selection: Selection): void {
  const told = describeLeftOut({ leftOutByOnly: countLeftOut(read, settled, selection) })
  if (told !== null) complain(`${told}\n`)
}
