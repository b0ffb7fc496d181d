import { viewTurn } from '../engine/transcript/turn-view.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { turnTime } from '../engine/verdict/turn-time.ts'

/** One time of one run, in milliseconds. */
export interface RunTime {
  subject: 'turn' | 'reply' | 'tool'
  /** The tool, where the subject is one. */
  tool: string | null
  /** The turn of the script, from 0. */
  turn: number
  ms: number
}

/** Every time that a run shows: of its turns, its replies, and its tool calls in their order. Steps take no agent's time. */
export function timesOfRun({ turns }: ConversationResult): RunTime[] {
  return turns.flatMap((turn): RunTime[] => {
    const { index, turnMs, failure, step, entries } = turn
    if (turnMs === null || failure !== null || step !== undefined) return []
    const ownMs = turnTime(turn)
    const { replyMs, calls } = viewTurn(entries)
    const tools = calls.flatMap(({ name, output }) =>
      output?.executionTimeMs == null ? [] : [{ name, ms: output.executionTimeMs }],
    )
    return [
      ...(ownMs === null ? [] : [{ subject: 'turn' as const, tool: null, turn: index, ms: ownMs }]),
      ...(replyMs === null ? [] : [{ subject: 'reply' as const, tool: null, turn: index, ms: replyMs }]),
      ...tools.map(({ name, ms }) => ({ subject: 'tool' as const, tool: name, turn: index, ms })),
    ]
  })
}
