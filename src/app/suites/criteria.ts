import { groupBy, unique } from '../../base/group-by.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan, type PlanCriterion } from '../../suite/plan/plan-criteria.ts'
import type { RunSettled } from '../config/settings.ts'
import { showPath } from '../files/find-suites.ts'

/** A criterion of the suites, with the judge it asks for and every place where it stands. */
export interface SuiteCriterion {
  asWritten: string
  looksAt: 'turn' | 'conversation'
  /** The models that the criterion itself names. */
  by?: string[]
  votes?: number
  /** Every finding that some place expects. */
  expected: JudgeFinding[]
  /** `file:line`, the config first, then the suites in order. */
  places: string[]
}

/** A criterion with the file it stands in: the config or a suite. */
export interface PlacedCriterion extends PlanCriterion {
  file: string
}

export type ProjectCriteria = Pick<RunSettled, 'project' | 'configFile' | 'folder'>

/** The project's own stand in the config, although the plan gives them a place in the suite. */
export function placedCriteria(plans: readonly Plan[], settings: ProjectCriteria): PlacedCriterion[] {
  const general = settings.project.everyTurn
  const ofSuites = plans.flatMap((plan) => {
    const own = general === undefined ? plan.everyTurn : plan.everyTurn.slice(1) // the outermost is the project's
    return criteriaOfPlan({ ...plan, everyTurn: own }).map((each) => ({ ...each, file: plan.file }))
  })
  return plans.length === 0 ? [] : [...projectCriteria(settings), ...ofSuites]
}

export function projectCriteria({ project, configFile, folder }: ProjectCriteria): PlacedCriterion[] {
  const file = configFile === null ? 'the config' : showPath(configFile, folder)
  return (project.everyTurn?.judge ?? []).map((criterion) => ({
    criterion,
    looksAt: criterion.looksAt ?? 'turn',
    file,
  }))
}

/** The criteria of some plans, once for each judge asked, in the order in which they stand. */
export function criteriaOf(plans: readonly Plan[], settings: ProjectCriteria): SuiteCriterion[] {
  const groups = groupBy(placedCriteria(plans, settings), ({ criterion: { asWritten, by, votes }, looksAt }) =>
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
      places: unique(uses.map(({ file, criterion: { at } }) => (/\.ya?ml$/.test(file) ? `${file}:${at.line}` : file))),
    }
  })
}
