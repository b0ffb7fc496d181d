import type { Plan } from '../../suite/plan/plan.ts'

/**
 * Vitest's own time limit for a conversation, in milliseconds: well above what its turns may take and be made to wait
 * together, so that a slow turn is always ended by its own limit, which names it.
 */
export function limitOf({ conversation, timeLimitMs, repeat }: Plan): number {
  const turns = conversation.turns.reduce((sum, turn) => sum + (turn.timeLimitMs ?? timeLimitMs), 0)
  return 3 * (turns + timeLimitMs) * (repeat?.times ?? 1) + 60_000
}
