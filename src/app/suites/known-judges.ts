import { groupBy, unique } from '../../base/group-by.ts'
import { hintFor } from '../../base/text/suggest.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { findModel } from '../../wire/models/find-model.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { PlacedCriterion } from './criteria.ts'

type Named = Pick<PlacedCriterion, 'criterion' | 'file'>
type Models = Pick<RunSettled, 'judges'>

/** Before anything runs: no conversation should fail at the end for a mistyped name. @throws UsageError at its place */
export function refuseUnknownJudges(criteria: readonly Named[], { judges }: Models): void {
  refuse(unknownJudges(criteria, { judges }))
}

/** The same for the models of simulated users. @throws UsageError with the place of an unknown model's name */
export function refuseUnknownSpeakers(plans: readonly Plan[], { judges }: Models): void {
  refuse(unknownSpeakers(plans, { judges }))
}

function refuse([first]: readonly Problem[]): void {
  if (first === undefined) return
  const { file, at, message, hint } = first
  throw new UsageError(`${file}:${at.line}:${at.column}: ${message}`, hint)
}

export function unknownJudges(criteria: readonly Named[], { judges }: Models): Problem[] {
  return criteria.flatMap(({ criterion: { by = [], at }, file }) =>
    by.flatMap((name) => unknownModel(name, { judges }, { file, at })),
  )
}

/** Warns once a file of criteria that name no judge where the config names none: no run can judge them. */
export function unaskedCriteria(criteria: readonly Named[], { judges }: Models): Problem[] {
  const unasked = judges.by.length > 0 ? [] : criteria.filter(({ criterion }) => criterion.by === undefined)
  const inOrder = unasked.toSorted((one, other) => one.criterion.at.line - other.criterion.at.line)
  return groupBy(inOrder, ({ file }) => file).map((group): Problem => {
    const [{ file, criterion }] = group
    const { at } = criterion
    const lines = unique(group.map((each) => each.criterion.at.line)).filter((line) => line !== at.line)
    const message = 'no judge is named for this criterion, so its conversation ends as errored'
    const hint = hintFor('add judges: { by: … } to the config (docs/judges.md)', lines)
    return { code: 'unknown-model', severity: 'warning', file, at, message, hint }
  })
}

export function unknownSpeakers(plans: readonly Plan[], { judges }: Models): Problem[] {
  return plans.flatMap(({ conversation: { simulatedUser }, file }) => {
    const model = simulatedUser?.model
    return model === undefined ? [] : unknownModel(model.value, { judges }, { file, at: model.at })
  })
}

function unknownModel(name: string, { judges }: Models, where: Pick<Problem, 'file' | 'at'>): Problem[] {
  const model = findModel({ use: name }, judges.models)
  return model.ok ? [] : [{ code: 'unknown-model', ...where, message: model.reason, hint: model.hint }]
}
