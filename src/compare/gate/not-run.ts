import type { ChangedSelection } from '../model/changed-shape.ts'
import { isWhole } from '../model/conversation-comparison.ts'
import type { GateFacts, GateRule } from './gate-policy.ts'

export function isUnchanged(changed: ChangedSelection | undefined): boolean {
  return changed !== undefined && changed.differs.length === 0 && changed.notRun.length > 0
}

/** How much `--changed` left out: it breaks no rule, and is told beside them. */
export function notRunRule({ changed, conversations, excused = [] }: GateFacts): GateRule[] {
  if (changed === undefined || changed.notRun.length === 0) return []
  const { differs, notRun } = changed
  const all = notRun.length + [...conversations, ...excused].filter(isWhole).length
  const why = differs.length === 0 ? 'nothing differs' : 'nothing that differs touches them'
  const wanted = 'only what nothing that differs touches'
  return [{ name: 'not run', verdict: 'held', wanted, seen: `${notRun.length} of ${all}: ${why}` }]
}

/** The same as the end of a sentence; `run` is how many conversations ran. */
export function describeNotRun(changed: ChangedSelection | undefined, run: number): string[] {
  const notRunCount = changed?.notRun.length ?? 0
  return notRunCount === 0 ? [] : [`; ${notRunCount} of ${notRunCount + run} were not run`]
}
