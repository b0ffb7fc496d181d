import type { Comparison } from '../../compare/comparison.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { OpenRun, ProjectSuites } from '../open/open-run.ts'
import type { OpenSides } from '../open/sides.ts'
import { choosePlans, readPlans } from '../suites/choose-plans.ts'
import { quarantine } from '../suites/quarantine.ts'
import type { Selection } from '../suites/select.ts'
import type { Sighting } from './sighting.ts'

export interface Judging {
  project: ProjectSuites
  run: OpenRun<OpenSides>
  selection: Selection
  /** Writes the report of a comparison; returns its address or path, null where none was written. */
  report: (comparison: Comparison, agent: string, version: string) => Promise<string | null>
}

export interface WatchSubject {
  agent: string
  sighting: Sighting
}

/** A conversation as findings name it. */
export const findingName = (suite: string, name: string): string => `${suite} > ${name}`

/** The agent's conversations, each once, against a number. */
export function plansOf(
  agent: string,
  version: number | 'draft',
  { project: { read, settled }, selection }: Judging,
): Plan[] {
  const versionSettings = { ...settled, versions: [String(version)], versionsGiven: true, repeat: 1 }
  const chosenPlans = choosePlans(read, versionSettings, selection)
  const all =
    versionSettings.quarantine === null
      ? chosenPlans
      : quarantine(chosenPlans, versionSettings.quarantine, readPlans(read, versionSettings), true)
  return all.filter((plan) => plan.agent.value === agent && plan.conversation.skip === undefined)
}
