import { everyTurnOf } from '../language/every-turn-of.ts'
import { fillVariables } from '../language/variables.ts'
import type { Plan } from '../plan/plan.ts'

/** The plan with those `{{variables}}` filled that are known before anything is sent; captured ones stay as they are written. */
export function fillPlan(plan: Plan): Plan {
  const { conversation } = plan
  const captured = everyTurnOf(conversation).flatMap(({ capture = [] }) => capture.map(({ name }) => name))
  const known = Object.fromEntries(Object.entries(plan.variables).filter(([name]) => !captured.includes(name)))
  const { numerals } = plan
  const { before, turns, after, session } = conversation
  return {
    ...plan,
    conversation: {
      ...conversation,
      turns: fillVariables(turns, known, numerals),
      ...(before === undefined ? {} : { before: fillVariables(before, known, numerals) }),
      ...(after === undefined ? {} : { after: fillVariables(after, known, numerals) }),
      ...(session === undefined ? {} : { session: fillVariables(session, known, numerals) }),
    },
  }
}
