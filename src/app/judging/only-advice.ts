import { groupBy, unique } from '../../base/group-by.ts'
import { hintFor } from '../../base/text/suggest.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan } from '../../suite/plan/plan-criteria.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { findModel } from '../../wire/models/find-model.ts'
import type { RunSettled } from '../config/settings.ts'
import { judgeOf } from './judge-of.ts'
import { readLicences } from './licences.ts'
import { openJudges } from './open-judges.ts'

/** Warns once a file of conversations that expect nothing but what judges without a licence say. */
export async function onlyAdvice(plans: readonly Plan[], settings: RunSettled): Promise<Problem[]> {
  const { judges } = settings
  const advisory = plans.filter(expectsCriteriaAlone)
  if (judges.unlicensed === 'count' || advisory.length === 0) return []
  const projectJudges = openJudges(settings, { halted: () => null, spend: () => {} }) // nobody is asked here
  const licenceOf = readLicences(settings)
  const advised: Plan[] = []
  for (const plan of advisory) {
    const standings = await Promise.all(
      criteriaOfPlan(plan).map(async ({ criterion, looksAt }) => {
        const { asWritten, expect, by = judges.by } = criterion
        const isNamed = by.length > 0 && by.every((use) => findModel({ use }, judges.models).ok)
        if (!isNamed) return null
        const { judge } = await judgeOf({ ...criterion, looksAt }, projectJudges, settings)
        return licenceOf({ criterion: asWritten, judge, expected: expect }).kind
      }),
    )
    if (standings.every((kind) => kind === 'unlicensed')) advised.push(plan)
  }
  return groupBy(advised, ({ file }) => file).map((group): Problem => {
    const places = group.flatMap((plan) => criteriaOfPlan(plan).map(({ criterion }) => criterion.at))
    const [at = group[0].conversation.at] = places
    const lines = unique(places.map(({ line }) => line)).filter((line) => line !== at.line)
    const message = 'only judges without a licence are asked here, and what they say is advice: a run ends as errored'
    const hint = hintFor('expect something else too, or run tableread judge calibrate (docs/judges.md)', lines)
    return { code: 'asserts-nothing', severity: 'warning', file: group[0].file, at, message, hint }
  })
}

function expectsCriteriaAlone(plan: Plan): boolean {
  const { conversation, everyTurn, claims } = plan
  const { turns, session, simulatedUser, expectedFail, skip } = conversation
  const others = [skip, claims, expectedFail, simulatedUser, ...turns.map(({ requires }) => requires)]
  const expected = [...turns.map(({ expect }) => expect), session, ...everyTurn]
  const keys = expected.flatMap((each) => Object.keys(each ?? {})).filter((key) => key !== 'at')
  return others.every((each) => each === undefined) && keys.length > 0 && keys.every((key) => key === 'judge')
}
