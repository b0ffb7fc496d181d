import type { Plan } from '../runner/plan.ts'
import { fillVariables } from '../script/variables.ts'

/** The plan with those `{{variables}}` filled that are known before anything is sent; captured ones stay as they are written. */
export function fillPlan(plan: Plan): Plan {
  const captured = plan.conversation.turns.flatMap(({ capture = [] }) => capture.map(({ name }) => name))
  const known = Object.fromEntries(Object.entries(plan.variables).filter(([name]) => !captured.includes(name)))
  return { ...plan, conversation: { ...plan.conversation, turns: fillVariables(plan.conversation.turns, known) } }
}
