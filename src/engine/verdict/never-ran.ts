import { describeBreakdown } from '../../base/text/wording.ts'
import { fillText } from '../../suite/language/matchers/fill-text.ts'
import type { Turn } from '../../suite/language/script/turn.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { Outcome } from '../expect/outcome/outcome.ts'
import { erroredBy, withCause } from './cause.ts'
import { type ConversationResult, resultOf, type TurnResult } from './conversation-result.ts'

export function skippedResult(plan: Plan, reason: string): ConversationResult {
  const { cause: _, ...result } = notReached(plan)
  return { ...result, verdict: 'skipped', reason }
}

/** Environment variables that it uses are not set, or its values name no agent. */
export function brokenResult(plan: Plan): ConversationResult {
  const { file, conversation, unset } = plan
  const missing = unset.map((name) => ({
    code: 'unknown-variable' as const,
    file,
    at: conversation.name.at,
    message: `the environment gives {{env.${name}}} no value`,
    hint: `set ${name} before the run`,
  }))
  const { cause: _, ...result } = notReached(plan)
  return withCause({ ...result, verdict: 'broken', problems: [...missing, ...plan.problems] })
}

/** What happened is lost, but not that it happened. */
export function unableResult(plan: Plan, error: unknown): ConversationResult {
  return erroredBy('script', notReached(plan), describeBreakdown(error))
}

/** Its turns so far are unknown and must not be sent again. */
export function workerLost(plan: Plan, how: LostBy = 'turn'): ConversationResult {
  return erroredBy('worker', notReached(plan), `worker lost: ${lostBy[how]}`)
}

export type LostBy = 'turn' | 'result' | 'changes'

const mayNotBegin = 'and the suite does not say that its conversations may begin again (repeatable: true)'
const lostBy: Record<LostBy, string> = {
  turn: `a turn had left, ${mayNotBegin}`,
  result: `its result is damaged, gone or of another conversation, ${mayNotBegin}`,
  changes: 'what the queue holds of it is damaged again and again, or changed there by somebody else',
}

export function notReached(plan: Plan, reason: string | null = null): ConversationResult {
  const turns = plan.conversation.turns.map((_, index) => unreachedTurn(plan, index, []))
  const result = resultOf(plan, {
    verdict: 'not reached',
    reason,
    startedAt: new Date().toISOString(),
    ms: 0,
    sessionId: null,
    turns,
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
  })
  return withCause(result)
}

/** The result of a turn that was not sent, with the user's text as far as its variables are known. */
export function unreachedTurn(plan: Plan, index: number, outcomes: Outcome[]): TurnResult {
  const scripted = plan.conversation.turns[index]
  const at = scripted?.at ?? plan.conversation.at
  const user = scripted?.user ?? null
  return {
    index,
    at,
    user: user === null ? null : fillText(user.value, plan.variables, plan.numerals),
    ...stepOf(scripted),
    verdict: 'not reached',
    turnMs: null,
    outcomes,
    entries: [],
    failure: null,
  }
}

export function stepOf(turn: Turn | undefined): { step?: string } {
  return turn?.step === undefined ? {} : { step: turn.step.kind }
}
