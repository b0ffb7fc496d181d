import { listSome } from '../../base/text/wording.ts'
import type { ChangedSelection } from '../model/changed-shape.ts'
import { isWhole } from '../model/conversation-comparison.ts'
import type { GateFacts, GateRule } from './gate-policy.ts'

/** Whether nothing differs, so that nothing ran; without a draft nothing can. */
export function isUnchanged(changed: ChangedSelection | undefined): boolean {
  return changed !== undefined && changed.differs.length === 0 && changed.notRun.length > 0
}

/** That there is no draft to compare; null where there is one. */
export function describeNoDraft({ noDraft = [] }: Partial<ChangedSelection> = {}): string | null {
  return noDraft.length === 0 ? null : `${listSome(noDraft, 3)} ${noDraft.length === 1 ? 'has' : 'have'} no draft`
}

/** How much `--changed` left out: it breaks no rule, and is told beside them. */
export function notRunRule({ changed, conversations, excused = [] }: GateFacts): GateRule[] {
  if (changed === undefined || changed.notRun.length === 0) return []
  const { differs, notRun } = changed
  const all = notRun.length + [...conversations, ...excused].filter(isWhole).length
  const why =
    describeNoDraft(changed) ?? (differs.length === 0 ? 'nothing differs' : 'nothing that differs touches them')
  const wanted =
    changed.noDraft === undefined ? 'only what nothing that differs touches' : 'only where there is no draft'
  return [{ name: 'not run', verdict: 'held', wanted, seen: `${notRun.length} of ${all}: ${why}` }]
}

/** The same as the end of a sentence; `run` is how many conversations ran. */
export function describeNotRun(changed: ChangedSelection | undefined, run: number): string[] {
  const left = changed?.notRun.length ?? 0
  return left === 0 ? [] : [`; ${left} of ${left + run} were not run`]
}
