import type { JsonObject } from '../../base/json.ts'
import { isGivenName } from '../language/given-values.ts'
import type { Plan } from './plan.ts'
import { fillStart } from './start-texts.ts'

/** A plan with other values for what no script gives; without any, those names stay as they are written. */
export function refillPlan(plan: Plan, given: JsonObject): Plan {
  if (plan.written !== null) return { ...plan, ...fillStart(plan.written, given) }
  const own = Object.entries(plan.variables).filter(([name]) => name !== 'version' && !isGivenName(name))
  return { ...plan, variables: { ...Object.fromEntries(own), ...given } }
}

/** What a plan was given beside what its script says. */
export function givenOf({ variables }: Plan): JsonObject {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => name === 'version' || isGivenName(name)))
}
