import { hashJson } from '../../base/hash-json.ts'
import type { LicenceSeen } from '../../engine/expect/judgement.ts'
import { type JudgedBy, judgeHash } from '../../engine/judge/create-judges.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan, type PlanCriterion } from '../../suite/plan/plan-criteria.ts'
import { findModel } from '../../wire/models/find-model.ts'
import { identityOf } from './open-judges.ts'
import type { RunSettled } from './settings.ts'

type JudgeSettled = Pick<RunSettled, 'judges' | 'folder' | 'redact'>

/** What a judge's word on a criterion counts for; as licences name both. */
export interface JudgeMark extends JudgedBy {
  seen: LicenceSeen
}

/**
 * Gives who judges the criteria of a conversation, and what that counts for, by the files of the project as they are now. Asks
 * nobody, and reads licences only where a plan has a criterion.
 */
export async function markCriteria(
  plans: readonly Plan[],
  settled: JudgeSettled,
): Promise<(plan: Plan) => JudgeMark[]> {
  if (plans.every((plan) => criteriaOfPlan(plan).length === 0)) return () => []
  const { readLicences } = await import('./licences.ts')
  const licenceOf = readLicences(settled)
  const known = new Map<string, JudgeMark>()
  const markOf = ({ criterion: { asWritten, by, votes, expect }, looksAt }: PlanCriterion): JudgeMark => {
    const { judges } = settled
    const names = by ?? judges.by
    const key = JSON.stringify([asWritten, names, votes ?? null, expect, looksAt])
    const before = known.get(key)
    if (before !== undefined) return before
    const models = names.map((name) => {
      const found = findModel({ use: name }, judges.models)
      return { identity: found.ok ? identityOf(found.plan) : name }
    })
    const about = {
      criterion: asWritten,
      judge: judgeHash(models, votes ?? judges.votes, looksAt),
      expected: expect,
    }
    const mark = { ...about, seen: licenceOf(about) }
    known.set(key, mark)
    return mark
  }
  return (plan) => criteriaOfPlan(plan).map(markOf)
}

/**
 * Gives a hash of who judges a conversation and of what that counts for: its models, votes and licences, with the labels that
 * those rest on. What a run kept, and what a shard judged, is good for another run where it is the same.
 */
export async function markJudges(plans: readonly Plan[], settled: JudgeSettled): Promise<(plan: Plan) => string> {
  if (plans.every((plan) => criteriaOfPlan(plan).length === 0)) return () => ''
  const marksOf = await markCriteria(plans, settled)
  return (plan) => hashJson(marksOf(plan).map(({ judge, seen }) => ({ judge, seen })))
}
