import type { JudgeExpectation } from '../language/expectations/judge-expectation.ts'
import type { Plan } from './plan.ts'

export interface PlanCriterion {
  criterion: JudgeExpectation
  looksAt: 'turn' | 'conversation'
}

type Judged = Pick<Plan, 'conversation' | 'everyTurn'>

/** Every criterion of a conversation: those of its turns, of the guardrails on them, and of its `session`. */
export function criteriaOfPlan({ conversation: { turns, session }, everyTurn }: Judged): PlanCriterion[] {
  const ofTurns = [...turns.map(({ expect }) => expect), ...everyTurn].flatMap((each) => each?.judge ?? [])
  return [
    ...ofTurns.map((criterion): PlanCriterion => ({ criterion, looksAt: criterion.looksAt ?? 'turn' })),
    ...(session?.judge ?? []).map(
      (criterion): PlanCriterion => ({ criterion, looksAt: criterion.looksAt ?? 'conversation' }),
    ),
  ]
}

/** The plan without its criteria, for checks that need no judge; the same plan if it has none. */
export function withoutCriteria(plan: Plan): Plan {
  if (criteriaOfPlan(plan).length === 0) return plan
  const { turns, session, everyTurn: own, ...rest } = plan.conversation
  const general = plan.everyTurn.some(({ judge }) => judge !== undefined)
  const bare = <T extends { judge?: unknown }>({ judge: _, ...others }: T): Omit<T, 'judge'> => others
  return {
    ...plan,
    everyTurn: plan.everyTurn.map(bare),
    conversation: {
      ...rest,
      // With `everyTurn` left out, nobody asks whether its guardrails applied.
      ...(own === undefined || general ? {} : { everyTurn: own }),
      turns: turns.map((turn) => (turn.expect === undefined ? turn : { ...turn, expect: bare(turn.expect) })),
      ...(session === undefined ? {} : { session: bare(session) }),
    },
  }
}
