import type { BlueprintConfig } from '../api/blueprint-config.ts'
import type { Session } from '../api/session.ts'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { LawName } from '../base/law-name.ts'
import type { Finding } from './finding.ts'
import { checkBlueprintPhases } from './laws/blueprint-phases.ts'
import { checkSlices } from './laws/slices.ts'
import { checkVersion } from './laws/version.ts'

/** What the laws of a whole conversation look at. */
export interface SessionLawFacts {
  session: Session
  /** The entries of all turns, in order. */
  entries: readonly TranscriptEntry[]
  /** The version asked for: default, draft or digits. */
  version: string
  /** The function lists of the agent's blueprint, where they are known. */
  functions?: BlueprintConfig['functionSettings']
}

/** Every law that the stored session breaks, but for the relaxed ones. */
export function checkSessionLaws(facts: SessionLawFacts, relaxed: ReadonlySet<LawName>): Finding[] {
  const findings = [...checkSlices(facts), ...checkVersion(facts), ...checkBlueprintPhases(facts)]
  return findings.filter(({ law }) => !relaxed.has(law))
}
