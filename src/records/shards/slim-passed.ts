import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** A page of more conversations than this does not show what was said in those that passed: no browser would open it. */
export const mostWhole = 5_000

/**
 * The result of a shard without what was said in conversations that passed: for reports that show nothing of it, so that a
 * hundred shards fit into memory. What was measured against limits on times stays, since a report counts it.
 */
export function slimPassed(result: RunResult): RunResult {
  return { ...result, conversations: result.conversations.map(slim) }
}

function slim(result: ConversationResult): ConversationResult {
  if (result.verdict !== 'passed') return result
  const turns = result.turns.map((turn) => ({
    ...turn,
    entries: [],
    outcomes: turn.outcomes.filter(({ kind }) => kind === 'latency'),
  }))
  return { ...result, turns, afterTurns: [] }
}
