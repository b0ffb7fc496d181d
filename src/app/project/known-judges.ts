import type { Plan } from '../../suite/plan/plan.ts'
import { findModel } from '../../wire/models/find-model.ts'
import type { PlacedCriterion } from './criteria.ts'
import type { RunSettled } from './settings.ts'
import { UsageError } from './usage-error.ts'

/**
 * Looks up the model of every criterion before anything runs: a conversation that costs something should not come to its
 * end for a name that was mistyped.
 * @throws UsageError for a name that is no model, with the place where it stands
 */
export function refuseUnknownJudges(
  criteria: readonly Pick<PlacedCriterion, 'criterion' | 'file'>[],
  { judges }: Pick<RunSettled, 'judges'>,
): void {
  const seen = new Set<string>()
  for (const { criterion, file } of criteria) {
    const { by: own, at } = criterion
    for (const name of own ?? judges.by) {
      if (seen.has(name)) continue
      seen.add(name)
      const found = findModel({ use: name }, judges.models)
      if (found.ok) continue
      const where = own === undefined ? 'by: of judges: in the config' : `${file}:${at.line}:${at.column}`
      throw new UsageError(`${where}: ${found.reason}`, found.hint)
    }
  }
}

/**
 * The same for the models of simulated users.
 * @throws UsageError for a name that is no model, with the place where it stands
 */
export function refuseUnknownSpeakers(plans: readonly Plan[], { judges }: Pick<RunSettled, 'judges'>): void {
  for (const { conversation, file } of plans) {
    const speaker = conversation.simulatedUser?.model
    if (speaker === undefined) continue
    const found = findModel({ use: speaker.value }, judges.models)
    const { line, column } = speaker.at
    if (!found.ok) throw new UsageError(`${file}:${line}:${column}: ${found.reason}`, found.hint)
  }
}
