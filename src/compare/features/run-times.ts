import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { type ConversationResult, turnTime } from '../../engine/verdict/conversation-result.ts'

/** One time of one run, in milliseconds. */
export interface RunTime {
  subject: 'turn' | 'reply' | 'tool'
  /** The tool, where the subject is one. */
  tool: string | null
  /** The turn of the script, from 0. */
  turn: number
  ms: number
}

/**
 * All the times measured in a run: turns, replies, and tool calls in order. Steps take none of the agent's
 * time.
 */
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

/** Times keyed by place: subject, turn, tool, and the ordinal of the call of that tool. */
export function placeRunTimes(times: readonly RunTime[]): Map<string, RunTime> {
  const placed = new Map<string, RunTime>()
  for (const time of times) {
    const place = `${time.subject} ${time.turn} ${time.tool}`
    let call = 0
    while (placed.has(`${place} ${call}`)) call += 1
    placed.set(`${place} ${call}`, time)
  }
  return placed
}
