import type { RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/**
 * Beyond this many conversations, the page leaves out what was said in those that passed: otherwise no browser could
 * open it.
 */
export const mostWhole = 5_000

/**
 * Drops from a shard's result what was said in conversations that passed, for reports that do not show it, so that a
 * hundred shards fit into memory. Measurements against time limits and what judges said stay, since reports count them.
 */
export function slimPassed(result: RunResult): RunResult {
  return { ...result, conversations: result.conversations.map(slim) }
}

function slim(result: ConversationResult): ConversationResult {
  if (result.verdict !== 'passed') return result
  const turns = result.turns.map((turn) => ({
    ...turn,
    entries: [],
    outcomes: turn.outcomes.filter(({ kind }) => kind === 'latency' || kind === 'judge'),
  }))
  return { ...result, turns, afterTurns: [] }
}
