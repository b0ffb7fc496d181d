import { everyTurnOf } from '../language/every-turn-of.ts'
import { movesClock } from '../plan/moves-clock.ts'
import type { Plan } from '../plan/plan.ts'
import type { Problem } from '../yaml/problem.ts'

/**
 * Warns of a clock that is not the conversation's own: what it advances would be advanced for whoever comes after it. `shared`
 * is where the service is no embedded one, so that none can be its own.
 */
export function checkClock(plans: readonly Plan[], shared: boolean): Problem[] {
  const once = new Map(
    plans.map((plan) => [`${plan.file}:${plan.conversation.at.line}:${plan.conversation.at.column}`, plan]),
  )
  return [...once.values()].flatMap((plan): Problem[] => {
    const { file, conversation, clock } = plan
    const own = clock !== null
    if (!own && !movesClock(plan)) return []
    const moving = everyTurnOf(conversation).find(({ step }) => step?.kind === 'advance clock')
    const at = moving?.at ?? conversation.name.at
    const problem = { code: 'shared-clock', severity: 'warning', file, at } as const
    if (shared && (movesClock(plan) || clock?.startsAt != null)) {
      const message = 'this service has one clock for all, so that no conversation can have one of its own'
      return [{ ...problem, message, hint: 'run it against the embedded local service: leave out the target' }]
    }
    if (own) return []
    const message = 'without clock: this advances a clock that other conversations may live by'
    const hint = `add a line below the name: clock: true, or an instant to start at, as in clock: 2026-03-27T10:00:00Z`
    return [{ ...problem, message, hint }]
  })
}
