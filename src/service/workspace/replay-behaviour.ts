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
  /** The session ends with the last turn. Without it, it stays open until nobody has spoken for a while. */
  end?: RecordedEnd
}

/** What came when the talk was over: functions of the phase post, and the analysis, which is drawn from the transcript where it is left out. */
export interface RecordedEnd {
  calls?: RecordedCall[]
  analysis?: JsonObject
}

/** What the agent did in one turn: its lines in order. `user` is what the customer said, undefined when the agent opened. */
export interface RecordedTurn {
  user?: string
  lines: RecordedLine[]
  /** A real wait before the answer, in milliseconds. */
  delayMs?: number
}

/** One recorded line. */
export type RecordedLine = RecordedCall | RecordedMessage

/** A call. Without `output` it stays open. */
export interface RecordedCall {
  kind: 'call'
  name: string
  arguments: JsonObject
  callId?: string
  output?: string
  isError?: boolean
  phase?: 'pre' | 'during' | 'post'
  timeMs?: number
}

/** A message: its text, and what it shows beside it. */
export interface RecordedMessage {
  kind: 'message'
  text: string
  /** Buttons and media after the text, as scripted agents have them: `{ button, payload }`, `{ image, mimeType, caption }`. A message of items alone has the text "". */
  items?: JsonObject[]
  /** Who speaks, where it is not the agent itself. */
  agentName?: string
  role?: 'assistant' | 'backgroundAgent'
  /** Milliseconds since the line before, on the session's own time line. Default 1. */
  afterMs?: number
}
