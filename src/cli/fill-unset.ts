import type { Plan } from '../runner/plan.ts'

/** A replay needs no values of the environment: what stood for them in the tape stands for them again. */
export function fillUnset(plan: Plan): Plan {
  if (plan.unset.length === 0) return plan
  const given = plan.unset.map((name) => [`env.${name}`, `<env.${name}>`])
  return { ...plan, unset: [], variables: { ...plan.variables, ...Object.fromEntries(given) } }
}
