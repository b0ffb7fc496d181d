import type { ToolCall } from '../transcript/tool-call.ts'
import type { CallSeen } from './outcome.ts'

/** The calls that an expectation is about, narrowed to a phase where one is given, and all calls of the turn. */
export interface CallsInView {
  calls: readonly ToolCall[]
  turn: readonly ToolCall[]
  phase?: string
  /** Calls that may be of the phase too: the service left theirs out. */
  unphased: readonly ToolCall[]
}

/** The same view narrowed to one phase. No call is of two. */
export function narrowView({ calls, turn, phase, unphased }: CallsInView, to: string): CallsInView {
  const inPhase = calls.filter((call) => call.phase === to)
  if (phase !== undefined) return { calls: inPhase, turn, phase: to, unphased: phase === to ? unphased : [] }
  return { calls: inPhase, turn, phase: to, unphased: calls.filter((call) => call.phase === null) }
}

/** A call as outcomes show it. */
export function seen({ index, name, phase, arguments: given }: ToolCall): CallSeen {
  return { index, name, phase, arguments: given }
}
