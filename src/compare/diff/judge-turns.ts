import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import type { Change } from '../model/change.ts'
import type { ComparisonVerdict } from '../model/comparison-verdict.ts'

/**
 * The verdict of two matching turns, judged by these alone. Only turns judged on both sides can be compared: a turn
 * that errored, or was not reached because an earlier one ended the conversation, says nothing about the agent; the
 * earlier turn does.
 */
export function judgeTurns(a: TurnResult | null, b: TurnResult | null, changes: readonly Change[]): ComparisonVerdict {
  if (!isJudged(a) || !isJudged(b)) return 'not comparable'
  if (a.verdict !== b.verdict) return a.verdict === 'passed' ? 'regressed' : 'improved'
  return changes.length > 0 ? 'changed' : 'same'
}

function isJudged(turn: TurnResult | null): turn is TurnResult {
  return turn !== null && (turn.verdict === 'passed' || turn.verdict === 'failed')
}
