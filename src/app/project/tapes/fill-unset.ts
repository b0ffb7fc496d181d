import type { Plan } from '../../../suite/plan/plan.ts'
import { givenOf, refillPlan } from '../../../suite/plan/refill-plan.ts'

/** A replay needs no values of the environment: what stood for them in the tape stands for them again. */
export function fillUnset(plan: Plan): Plan {
  if (plan.unset.length === 0) return plan
  const given = plan.unset.map((name) => [`env.${name}`, `<env.${name}>`])
  return { ...refillPlan(plan, { ...givenOf(plan), ...Object.fromEntries(given) }), unset: [] }
}
