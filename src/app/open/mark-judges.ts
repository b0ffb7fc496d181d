import { hashJson } from '../../base/json/hash-json.ts'
import { remembering } from '../../base/memoize.ts'
import type { LicenceSeen } from '../../engine/expect/outcome/judgement.ts'
import { type JudgedBy, judgeHash } from '../../engine/judge/create-judges.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan, type PlanCriterion } from '../../suite/plan/plan-criteria.ts'
import { findModel } from '../../wire/models/find-model.ts'
import type { RunSettled } from '../config/settings.ts'
import { identityOf } from '../judging/open-judges.ts'
import { type CheckSettings, modulesOfChecks } from '../suites/own-checks.ts'

type JudgeSettled = Pick<RunSettled, 'judges' | 'folder' | 'redact'>

/** Who judges a criterion, and what the finding counts for, in the form that licences use. */
export interface JudgeMark extends JudgedBy {
  seen: LicenceSeen
}

/** By the project's current files: asks no judge, and reads licences only if a plan has a criterion. */
export async function markCriteria(
  plans: readonly Plan[],
  settings: JudgeSettled,
): Promise<(plan: Plan) => JudgeMark[]> {
  if (plans.every((plan) => criteriaOfPlan(plan).length === 0)) return () => []
  const { readLicences } = await import('../judging/licences.ts')
  const licenceOf = readLicences(settings)
  const markByKey = new Map<string, JudgeMark>()
  const markOf = ({ criterion: { asWritten, by, votes, expect }, looksAt }: PlanCriterion): JudgeMark => {
    const { judges } = settings
    const names = by ?? judges.by
    const key = JSON.stringify([asWritten, names, votes ?? null, expect, looksAt])
    const before = markByKey.get(key)
    if (before !== undefined) return before
    const models = names.map((name) => {
      const model = findModel({ use: name }, judges.models)
      return { identity: model.ok ? identityOf(model.plan) : name }
    })
    const about = {
      criterion: asWritten,
      judge: judgeHash(models, votes ?? judges.votes, looksAt),
      expected: expect,
    }
    const mark = { ...about, seen: licenceOf(about) }
    markByKey.set(key, mark)
    return mark
  }
  return (plan) => criteriaOfPlan(plan).map(markOf)
}

/** Models, votes, licences with their labels, modules of checks: a verdict of an equal hash can be reused. */
export async function markJudges(
  plans: readonly Plan[],
  settings: JudgeSettled & CheckSettings,
): Promise<(plan: Plan) => string> {
  const marksOf = await markCriteria(plans, settings)
  const modulesOf = (plan: Plan) => modulesOfChecks(plan, settings)
  if (plans.every((plan) => modulesOf(plan).length === 0 && criteriaOfPlan(plan).length === 0)) return () => ''
  const { sourcesFrom } = await import('./agent-prints.ts')
  const hashOf = remembering(1_000, (file: string) => hashJson(sourcesFrom(file)))
  return (plan) => {
    const judges = marksOf(plan).map(({ judge, seen }) => ({ judge, seen }))
    const marks = [...judges, ...modulesOf(plan).map(({ file }) => hashOf(file))]
    return marks.length === 0 ? '' : hashJson(marks)
  }
}

/** As `markLocalAgents` has it; null for a service, whose agents no file says. */
export async function markAgents(
  settings: Pick<RunSettled, 'target' | 'workspace' | 'revisions'>,
): Promise<((plan: Pick<Plan, 'agent' | 'version'>) => string) | null> {
  return settings.target === null ? (await import('./agent-prints.ts')).markLocalAgents(settings) : null
}
