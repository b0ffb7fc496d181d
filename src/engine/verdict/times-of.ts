import { viewTurn } from '../transcript/turn-view.ts'
import type { TurnResult } from './turn-result.ts'
import { turnTime } from './turn-time.ts'

/** The three times of a turn. */
export type Subject = 'turn' | 'reply' | 'tool'

/**
 * The times of one turn that was answered, in milliseconds: one of the turn or its reply, one for each call of the tools
 * that count. Null is one that is not known.
 */
export function timesOf(
  turn: TurnResult,
  subject: Subject,
  counts: (tool: string) => boolean = () => true,
): (number | null)[] {
  const { turnMs, entries, failure, step } = turn
  if (turnMs === null || failure !== null || step !== undefined) return []
  if (subject === 'turn') return [turnTime(turn)]
  const view = viewTurn(entries)
  if (subject === 'reply') return [view.replyMs]
  return view.calls.filter(({ name }) => counts(name)).map(({ output }) => output?.executionTimeMs ?? null)
}
