import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { type ConversationResult, turnTime } from '../../engine/verdict/conversation-result.ts'

/** One time of one run, in milliseconds. */
export interface RunTime {
  subject: 'turn' | 'reply' | 'tool'
  tool: string | null
  /** The turn of the script, from 0. */
  turn: number
  ms: number
  /** For tools: which call of the tool in the turn it is, from 0, also counting those without a time. */
  call?: number
}

/** All the times of a run: turns, replies, and tool calls in order. Steps take none of the agent's time. */
export function timesOfRun({ turns }: ConversationResult): RunTime[] {
  return turns.flatMap((turn): RunTime[] => {
    const { index, turnMs, failure, step, entries } = turn
    if (turnMs === null || failure !== null || step !== undefined) return []
    const ownMs = turnTime(turn)
    const { replyMs, calls } = viewTurn(entries)
    const tools = calls.flatMap(({ name, output }, place) => {
      const call = calls.slice(0, place).filter((other) => other.name === name).length
      return output?.executionTimeMs == null ? [] : [{ tool: name, call, ms: output.executionTimeMs }]
    })
    return [
      ...(ownMs === null ? [] : [{ subject: 'turn' as const, tool: null, turn: index, ms: ownMs }]),
      ...(replyMs === null ? [] : [{ subject: 'reply' as const, tool: null, turn: index, ms: replyMs }]),
      ...tools.map((each) => ({ subject: 'tool' as const, turn: index, ...each })),
    ]
  })
}

/** Times keyed by place: subject, turn, tool, and the ordinal of the call of that tool. */
export function placeRunTimes(times: readonly RunTime[]): Map<string, RunTime> {
  return new Map(times.map((time) => [`${time.subject} ${time.turn} ${time.tool} ${time.call ?? 0}`, time]))
}
