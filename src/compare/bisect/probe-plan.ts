import type { PerformContext } from '../../engine/perform/perform.ts'
import { performConversation } from '../../engine/perform/perform-conversation.ts'
import { type ConversationResult, countSent } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import { withSpokenNames } from '../../engine/verdict/script-slips.ts'
import { givenOf, type Plan, planOfAttempt, refillPlan, withoutMark } from '../../suite/plan/plan.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import { causeOf, type Observation, type VersionProbe } from './ledger.ts'

/** What a probe needs. `reconcile` also detects that another version answered than the one asked for. */
export type ProbeContext = Omit<PerformContext, 'signal' | 'meansOf'> & { signal: AbortSignal }

/** Runs a conversation once, up to the first turn that fails, without its own repeats, mark and version. */
export function probePlan(plan: Plan, { conceal, ...context }: ProbeContext): VersionProbe {
  const { signal } = context
  const bare = withoutMark(plan)
  let begun = 0
  const passed: ConversationResult[] = []
  return async (version) => {
    if (signal.aborted) return { kind: 'interrupted', turns: 0 }
    const fresh = planOfAttempt(bare, begun++)
    const attempt: Plan = {
      ...refillPlan(fresh, { ...givenOf(fresh), version }),
      version,
      versionAt: null,
      repeat: null,
      stopAfterFailure: true,
    }
    const performed = await performConversation(attempt, context)
    const [result = performed] = withSpokenNames([performed], passed)
    if (result.verdict === 'passed') passed[0] = result
    return observe(conceal?.conversation(result, attempt) ?? result, signal)
  }
}

function observe(result: ConversationResult, signal: AbortSignal): Observation {
  const turns = countSent(result)
  const missing = missingOf(result)
  if (missing !== null) return { kind: 'missing', reason: missing, turns }
  if (result.verdict === 'passed') return { kind: 'passed', turns }
  const stumble = describeStumble(result)
  const cause = causeOf(result.cause)
  if (result.verdict === 'failed')
    return { kind: 'failed', reason: stumble, sessionId: result.sessionId, ...cause, turns }
  if (result.verdict === 'broken') return { kind: 'broken', problems: result.problems, turns }
  if (result.verdict === 'unsafe')
    return { kind: 'unsafe', reason: result.reason ?? 'it was not sent', ...cause, turns }
  if (signal.aborted) return { kind: 'interrupted', turns }
  const failure = result.turns.find((turn) => turn.failure !== null)?.failure ?? result.failure
  const reason = failure === null ? (result.reason ?? stumble ?? result.verdict) : describeFailure(failure)
  return { kind: 'errored', reason, ...cause, turns }
}

/** Statuses of refusals that are about the key, rate limits or a passing condition, not about the version. */
const elsewhere: readonly number[] = [401, 403, 408, 429]

/** Why there is no such version, by any refusal of the first turn: it has no error code (CHA-27). Null: it answered. */
function missingOf({ turns, outcomes }: ConversationResult): string | null {
  const failure = turns[0]?.failure
  if (failure?.kind === 'refused' && failure.status >= 400 && failure.status < 500)
    return elsewhere.includes(failure.status) ? null : describeFailure(failure)
  const other = outcomes.find((outcome) => outcome.kind === 'law' && outcome.finding.law === 'version answers')
  return other?.kind === 'law' ? other.finding.message : null
}
