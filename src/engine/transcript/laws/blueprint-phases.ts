import { isSameName } from '../../../base/same-name.ts'
import type { Finding } from '../finding.ts'
import type { SessionLawFacts } from '../law-facts.ts'

/** Law `phases follow blueprint`: a function runs in a phase whose list names it (TRN-20); one that no list names is tolerated. */
export function checkBlueprintPhases({
  entries,
  functions,
}: Pick<SessionLawFacts, 'entries' | 'functions'>): Finding[] {
  if (functions === undefined) return []
  const lists = { pre: functions.preCall, during: functions.duringCall, post: functions.postCall }
  return entries.flatMap((entry, index): Finding[] => {
    if (
      entry.type !== 'function_call' ||
      entry.phase === null ||
      lists[entry.phase].some((name) => isSameName(name, entry.name))
    )
      return []
    const allowed = Object.entries(lists)
      .filter(([, names]) => names.some((name) => isSameName(name, entry.name)))
      .map(([phase]) => phase)
    if (allowed.length === 0) return []
    return [
      {
        law: 'phases follow blueprint',
        message: `${entry.name} ran in phase ${entry.phase}, but the blueprint lists it under ${allowed.join(' and ')}`,
        index,
      },
    ]
  })
}
