import type { JsonObject } from '../../base/json.ts'

/**
 * An agent that replays recorded dialogues by turn number, faithfully: including reused call ids, missing outputs and
 * missing replies.
 */
export interface ReplayBehaviour {
  kind: 'replay'
  /**
   * A session follows the one whose id the metadata names as `recording`, or whose first user message equals the one
   * sent, or the only one.
   */
  recordings: Recording[]
}

/** One recorded dialogue. */
export interface Recording {
  id: string
  turns: RecordedTurn[]
  /**
   * If present, the session ends with the last turn. Without it, the session stays open until nobody has spoken for a
   * while.
   */
  end?: RecordedEnd
}

/**
 * What came after the conversation: functions of the phase post, and the analysis, which is derived from the transcript
 * if it is left out.
 */
export interface RecordedEnd {
  calls?: RecordedCall[]
  analysis?: JsonObject
}

/** What the agent did in one turn, in order. `user` is what the customer said, undefined if the agent opened. */
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

/** A message: its text and further items. */
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
