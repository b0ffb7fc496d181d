import type { JudgeExpectation } from '../../suite/language/judge-expectation.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { findModel } from '../../wire/models/find-model.ts'
import type { RunSettled } from './settings.ts'
import { UsageError } from './usage-error.ts'

/**
 * Looks up the model of every criterion and every simulated user before anything runs: a conversation that costs something should not come to its end
 * for a name that was mistyped.
 * @throws UsageError for a name that is no model, with the place where it stands
 */
export function refuseUnknownJudges(plans: readonly Plan[], { judges }: Pick<RunSettled, 'judges'>): void {
  const seen = new Set<string>()
  for (const plan of plans) {
    const { skip, simulatedUser } = plan.conversation
    if (skip !== undefined) continue
    const speaker = simulatedUser?.model
    if (speaker !== undefined) {
      const found = findModel({ use: speaker.value }, judges.models)
      const { line, column } = speaker.at
      if (!found.ok) throw new UsageError(`${plan.file}:${line}:${column}: ${found.reason}`, found.hint)
    }
    for (const { by = judges.by, at, by: own } of criteriaOf(plan))
      for (const name of by) {
        if (seen.has(name)) continue
        seen.add(name)
        const found = findModel({ use: name }, judges.models)
        if (found.ok) continue
        const where = own === undefined ? 'by: of judges: in the config' : `${plan.file}:${at.line}:${at.column}`
        throw new UsageError(`${where}: ${found.reason}`, found.hint)
      }
  }
}

/** Every criterion that a conversation may have judged. */
function criteriaOf({ conversation, everyTurn }: Plan): JudgeExpectation[] {
  return [
    ...conversation.turns.flatMap((turn) => turn.expect?.judge ?? []),
    ...everyTurn.flatMap(({ judge = [] }) => judge),
    ...(conversation.session?.judge ?? []),
  ]
}
