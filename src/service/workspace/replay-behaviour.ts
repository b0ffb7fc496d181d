import type { JsonObject } from '../../base/json.ts'

/** An agent that repeats recorded dialogues by the position of the turn, faithfully: reused call ids, missing outputs and missing replies included. */
export interface ReplayBehaviour {
  kind: 'replay'
  /** The one whose id the metadata names under `recording`, or whose first user message is the one sent, or the only one. */
  recordings: Recording[]
}

/** One recorded dialogue. */
export interface Recording {
  id: string
  turns: RecordedTurn[]
}

/** What the agent did in one turn: its lines in order. `user` is what the customer said, undefined when the agent opened. */
export interface RecordedTurn {
  user?: string
  lines: RecordedLine[]
  /** A real wait before the answer, in milliseconds. */
  delayMs?: number
}

/** One recorded line. A call without `output` stays open. */
export type RecordedLine =
  | {
      kind: 'call'
      name: string
      arguments: JsonObject
      callId?: string
      output?: string
      isError?: boolean
      phase?: 'pre' | 'during' | 'post'
      timeMs?: number
    }
  | {
      kind: 'message'
      text: string
      /** Milliseconds since the line before, on the session's own time line. Default 1. */
      afterMs?: number
    }
