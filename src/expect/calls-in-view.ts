import type { ToolCall } from '../transcript/tool-call.ts'
import type { CallSeen } from './outcome.ts'

/** The calls that an expectation is about, narrowed to a phase where one is given, and all calls of the turn. */
export interface CallsInView {
  calls: readonly ToolCall[]
  turn: readonly ToolCall[]
  phase?: string
}

/** A call as outcomes show it. */
export function seen({ index, name, phase, arguments: given }: ToolCall): CallSeen {
  return { index, name, phase, arguments: given }
}
