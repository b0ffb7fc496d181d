import type { InlineChatRequest } from '../api/chat.ts'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { CallLimits } from '../client/call-limits.ts'
import { converse } from '../recovery/converse.ts'
import type { TurnAnswer } from '../recovery/course.ts'
import type { Turn } from '../script/turn.ts'
import type { State } from './run-state.ts'

/**
 * Sends one turn and keeps its slice for the turns after it: by what a session showed so far a later turn is found in it
 * whose answer is lost. A turn that expects a refusal takes whatever comes.
 */
export async function askAgent(
  { context, slices }: State,
  turn: Turn,
  request: InlineChatRequest,
  limits: CallLimits,
): Promise<TurnAnswer> {
  const earlier = request.sessionId === undefined ? [] : (slices.get(request.sessionId) ?? [])
  const answer =
    turn.expect?.error === undefined
      ? await converse(context.client, { request, earlier }, limits)
      : await context.client.converse(request, limits)
  if (answer.ok) keepSlice(slices, answer.data.sessionId, answer.data.transcript)
  return answer
}

function keepSlice(slices: Map<string, TranscriptEntry[][]>, sessionId: string, slice: TranscriptEntry[]): void {
  const kept = slices.get(sessionId)
  if (kept === undefined) slices.set(sessionId, [slice])
  else kept.push(slice)
}
