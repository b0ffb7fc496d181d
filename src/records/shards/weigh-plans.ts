import { percentile } from '../../engine/expect/percentile.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Durations } from './durations.ts'

/** How much each plan weighs: the time it takes, or the turns it sends where no plan was ever measured. One that is skipped sends nothing. */
export function weigh(plans: readonly (readonly Plan[])[], durations: Durations | null): (plan: Plan) => number {
  const skipped = ({ conversation }: Plan): boolean => conversation.skip !== undefined
  const times = new Map<Plan, number>()
  for (const plan of plans.flat()) {
    const ms = durations === null || skipped(plan) ? null : durations.of(subjectOf(plan))
    if (ms !== null) times.set(plan, ms)
  }
  const middle = percentile([...times.values()], 0.5)
  return (plan) => {
    if (skipped(plan)) return 0
    return times.get(plan) ?? middle ?? plan.conversation.turns.length * (plan.repeat?.times ?? 1)
  }
}

function subjectOf({ suite, conversation, agent, version }: Plan): Parameters<Durations['of']>[0] {
  return { suite, name: conversation.name.value, agent: agent.value, version }
}
