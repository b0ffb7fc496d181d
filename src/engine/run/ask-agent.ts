import type { Turn } from '../../suite/language/turn.ts'
import type { InlineChatAnswer, InlineChatRequest } from '../../wire/api/chat.ts'
import type { CallLimits } from '../../wire/client/call-limits.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { converse } from './recovery/converse.ts'
import type { TurnAnswer } from './recovery/course.ts'
import { findBreak } from './recovery/weigh-failure.ts'
import type { State } from './run-state.ts'

/**
 * Sends one turn. By what its session showed so far, which `keepSlice` keeps, a turn is found there whose answer is lost. One
 * that expects a refusal takes whatever comes, but for one that only asks to come again.
 */
export function askAgent(
  { context, slices }: State,
  turn: Turn,
  request: InlineChatRequest,
  limits: CallLimits,
): Promise<TurnAnswer> {
  const takes = (failure: Failure): boolean =>
    findBreak(failure)?.weight !== 'come again' || context.gate.expects(turn, failure)
  const earlier = request.sessionId === undefined ? [] : (slices.get(request.sessionId) ?? [])
  return converse(context.client, { request, earlier, ...(turn.expect?.error === undefined ? {} : { takes }) }, limits)
}

/** Keeps what a turn showed of its session for the turns after it. */
export function keepSlice({ slices }: State, { sessionId, transcript }: InlineChatAnswer): void {
  const kept = slices.get(sessionId)
  if (kept === undefined) slices.set(sessionId, [transcript])
  else kept.push(transcript)
}
