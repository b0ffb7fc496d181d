import type { LawName } from '../base/law-name.ts'
import type { Finding } from './finding.ts'
import type { SessionLawFacts } from './law-facts.ts'
import { checkBlueprintPhases } from './laws/blueprint-phases.ts'
import { checkLateCalls } from './laws/calls.ts'
import { checkStoredEntries } from './laws/known-entries.ts'
import { checkStoredSession } from './laws/same-session.ts'
import { checkSlices } from './laws/slices.ts'
import { checkStoredTimes } from './laws/time-order.ts'
import { checkVersion } from './laws/version.ts'

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
