import { groupBy, unique } from '../../base/group-by.ts'
import { type Finding, isJudgeExpectation, type JudgeExpectation } from '../../suite/language/judge-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'

/** A criterion of the suites with the judge that it asks for, and everywhere where it stands. */
export interface Criterion {
  asWritten: string
  looksAt: 'turn' | 'conversation'
  /** Models that it names itself. */
  by?: string[]
  votes?: number
  /** What is expected of it, in one place or another. */
  expected: Finding[]
  /** `file:line`, in the order of the suites. */
  places: string[]
}

/** The criteria of some plans, each once for each judge that it asks for, in the order in which they stand. */
export function criteriaOf(plans: readonly Plan[]): Criterion[] {
  const found = plans.flatMap((plan) => {
    const { session, ...rest } = plan.conversation
    const own = [
      ...criteriaIn(rest, 'turn'),
      ...criteriaIn(plan.everyTurn, 'turn'),
      ...criteriaIn(session, 'conversation'),
    ]
    return own.map(({ criterion, looksAt }) => ({ criterion, looksAt, place: `${plan.file}:${criterion.at.line}` }))
  })
  const groups = groupBy(found, ({ criterion: { asWritten, by, votes }, looksAt }) =>
    JSON.stringify([asWritten, looksAt, by ?? null, votes ?? null]),
  )
  return groups.map((uses) => {
    const [{ criterion, looksAt }] = uses
    const { asWritten, by, votes } = criterion
    return {
      asWritten,
      looksAt,
      ...(by === undefined ? {} : { by }),
      ...(votes === undefined ? {} : { votes }),
      expected: unique(uses.map((use) => use.criterion.expect)),
      places: unique(uses.map(({ place }) => place)),
    }
  })
}

function criteriaIn(
  data: unknown,
  usual: Criterion['looksAt'],
): { criterion: JudgeExpectation; looksAt: Criterion['looksAt'] }[] {
  if (Array.isArray(data)) return data.flatMap((item) => criteriaIn(item, usual))
  if (typeof data !== 'object' || data === null) return []
  if (isJudgeExpectation(data)) return [{ criterion: data, looksAt: data.looksAt ?? usual }]
  return Object.values(data).flatMap((member) => criteriaIn(member, usual))
}
