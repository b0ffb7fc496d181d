import type { ConversationRun } from '../run/conversation-run.ts'
import type { TurnRun } from '../run/turn-run.ts'

/** Whether a turn was kept from leaving, since it was not safe. */
export function isBlocked(turn: TurnRun): turn is TurnRun & { kind: 'unanswered' } {
  return turn.kind === 'unanswered' && turn.failure.kind === 'blocked'
}

/** Why the first request that was kept from leaving was unsafe, those before the first turn and after the last one among them; null when all left. */
export function blockedIn({ before, turns, after }: ConversationRun): string | null {
  const blocked = before?.turns.find(isBlocked) ?? turns.find(isBlocked) ?? after?.turns.find(isBlocked)
  return blocked?.failure.kind === 'blocked' ? blocked.failure.reason : null
}
