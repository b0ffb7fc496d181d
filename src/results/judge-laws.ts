import type { BlueprintConfig } from '../api/blueprint-config.ts'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { LawName } from '../base/law-name.ts'
import type { Outcome } from '../expect/outcome.ts'
import type { Place } from '../grammar/place.ts'
import type { ConversationRun } from '../runner/conversation-run.ts'
import type { Plan } from '../runner/plan.ts'
import type { TurnRun } from '../runner/turn-run.ts'
import type { Finding } from '../transcript/finding.ts'
import { checkSessionLaws } from '../transcript/session-laws.ts'
import { checkTurnLaws } from '../transcript/turn-laws.ts'

/** The transcript laws that one answered turn breaks, as outcomes at the user's line. A turn that expects no reply may have none. */
export function judgeLaws(plan: Plan, run: TurnRun & { kind: 'answered' }, callIds: Set<string>): Outcome[] {
  const { turn, view } = run
  const relaxed =
    turn.expect?.reply?.none === undefined ? plan.relaxed : new Set<LawName>([...plan.relaxed, 'agent answers'])
  const findings = checkTurnLaws({ view, sent: turn.user?.value ?? null, callIds }, relaxed)
  return findings.map((finding) => toOutcome(finding, turn.user?.at ?? turn.at))
}

/** The functions that a blueprint lists by phase. */
export type FunctionLists = BlueprintConfig['functionSettings']

/** The laws of the whole session, once it was fetched. */
export function judgeSession(plan: Plan, run: ConversationRun, functions?: FunctionLists): Outcome[] {
  if (run.session?.ok !== true) return []
  const turns = [...(run.before?.turns ?? []), ...run.turns, ...(run.after?.turns ?? [])]
  const entries: TranscriptEntry[] = []
  for (const turn of turns) if (turn.kind === 'answered') entries.push(...turn.entries)
  const findings = checkSessionLaws(
    { session: run.session.session, entries, version: plan.version, ...(functions === undefined ? {} : { functions }) },
    hasGap(turns) ? new Set<LawName>([...plan.relaxed, 'slices add up']) : plan.relaxed,
  )
  return findings.map((finding) => toOutcome(finding, plan.conversation.name.at))
}

/** A turn without a usable answer may still be in the stored session, and a step writes there too, so nothing can be said about the sum of the slices. */
function hasGap(turns: readonly TurnRun[]): boolean {
  return turns.some(
    (turn) => turn.kind === 'stepped' || (turn.kind === 'unanswered' && turn.failure.kind !== 'refused'),
  )
}

function toOutcome(finding: Finding, at: Place): Outcome {
  return { kind: 'law', verdict: 'failed', at, finding }
}
