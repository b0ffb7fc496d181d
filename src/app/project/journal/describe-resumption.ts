import { fingerprintPlan } from '../../../records/journal/fingerprint-plan.ts'
import type { LinesOf } from '../../../records/journal/lines-of.ts'
import type { JournalRead } from '../../../records/journal/read-journal.ts'
import type { Plan } from '../../../suite/plan/plan.ts'

/** What a run that goes on takes from its journal and what it runs, in a sentence. */
export function describeResumption(
  { header, entries, damaged }: JournalRead,
  plans: readonly Plan[],
  linesOf: LinesOf,
): string {
  const taken = plans.filter((plan) => entries.get(plan.id)?.hash === fingerprintPlan(plan, linesOf)).length
  const changed = plans.filter(({ id }) => entries.has(id)).length - taken
  const ids = new Set(plans.map(({ id }) => id))
  const gone = [...entries.keys()].filter((id) => !ids.has(id)).length
  const notes = [
    ...(changed > 0 ? [`${changed} of them changed since`] : []),
    ...(gone > 0 ? [`${gone} in the journal are no longer there and are left out`] : []),
    ...(damaged > 0 ? [`${damaged} damaged lines are left out`] : []),
  ]
  const rest = `${plans.length - taken} run now${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`
  return `goes on with the run of ${header.startedAt}: ${taken} of ${plans.length} conversations are taken from it, ${rest}`
}
