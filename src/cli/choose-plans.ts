import { type Plan, planScript } from '../runner/plan.ts'
import type { SuitesRead } from './read-suites.ts'
import { refuseOnly } from './refuse-only.ts'
import { conversationAt, type Selection, select } from './select.ts'
import type { RunSettled } from './settings.ts'
import { UsageError } from './usage-error.ts'

/**
 * The conversations asked for by `file:line`, name and tags, version by version.
 * @throws UsageError when filters leave none of sound suites: running nothing must not look like passing; and for
 * `only: true` where it may not stand
 */
export function choosePlans(read: SuitesRead, settled: RunSettled, selection: Selection): Plan[] {
  const all = read.suites.flatMap(({ script, line }) => {
    const plans = planScript(script, { ...settled, environment: process.env })
    const at = line === undefined ? undefined : conversationAt(script, line)
    return at === undefined ? plans : plans.filter(({ conversation }) => conversation.at.line === at)
  })
  if (!settled.allowOnly && selection.ignoreOnly !== true) refuseOnly(all, read)
  const chosen = select(all, selection)
  if (chosen.length > 0 || read.problems.length > 0) return chosen
  const { name, tags } = selection
  const filters = [
    name === undefined ? [] : `-t "${name}"`,
    tags === undefined ? [] : `--tags ${tags.join(' ')}`,
  ].flat()
  const names = all.slice(0, 3).map((plan) => `"${plan.conversation.name.value}"`)
  throw new UsageError(
    `no conversation matches ${filters.join(' with ')}`,
    `there are ${all.length}, among them ${names.join(', ')}`,
  )
}
