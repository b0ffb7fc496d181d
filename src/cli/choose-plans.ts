import { type Plan, planScript } from '../runner/plan.ts'
import { conversationsAt } from './conversation-address.ts'
import type { SuitesRead } from './read-suites.ts'
import { refuseOnly } from './refuse-only.ts'
import { type Selection, select } from './select.ts'
import type { RunSettled } from './settings.ts'
import { UsageError } from './usage-error.ts'

/**
 * The conversations asked for by `file:line` or `file:line#row`, name and tags, version by version.
 * @throws UsageError when filters leave none of sound suites: running nothing must not look like passing; and for
 * `only: true` where it may not stand
 */
export function choosePlans(read: SuitesRead, settled: RunSettled, selection: Selection): Plan[] {
  const all = addressedPlans(read, settled)
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

/** The conversations of the files and lines asked for, each once. @throws UsageError for a line or a row that is not there */
export function addressedPlans({ suites, texts }: SuitesRead, settled: RunSettled): Plan[] {
  const plans = suites.flatMap(({ script, address }) => {
    const planned = planScript(script, { ...settled, environment: process.env })
    if (address === undefined) return planned
    const asked = new Set(conversationsAt(script, address, texts.get(script.file) ?? ''))
    return planned.filter(({ conversation }) => asked.has(conversation))
  })
  return [...new Map(plans.map((plan) => [plan.id, plan])).values()]
}
