import type { LawName } from '../../../base/law-name.ts'
import type { Finding } from '../finding.ts'
import type { SessionLawFacts } from '../law-facts.ts'
import { checkBlueprintPhases } from './blueprint-phases.ts'
import { checkLateCalls } from './calls.ts'
import { checkStoredEntries } from './known-entries.ts'
import { checkStoredSession } from './same-session.ts'
import { checkSlices } from './slices.ts'
import { checkStoredTimes } from './time-order.ts'
import { checkVersion } from './version.ts'

/** Every law that the stored session breaks, but for the relaxed ones. */
export function checkSessionLaws(facts: SessionLawFacts, relaxed: ReadonlySet<LawName>): Finding[] {
  const findings = [
    ...checkStoredSession(facts),
    ...checkStoredEntries(facts),
    ...checkStoredTimes(facts),
    ...checkLateCalls(facts),
    ...checkSlices(facts),
    ...checkVersion(facts),
    ...checkBlueprintPhases(facts),
  ]
  return findings.filter(({ law }) => !relaxed.has(law))
}
