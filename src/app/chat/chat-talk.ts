import type { JsonObject } from '../../base/json.ts'
import type { TurnView } from '../../engine/transcript/turn-view.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Recovered } from '../../wire/client/recovered.ts'

/** One turn of a talk that was answered. `turnMs` is the client's wall clock. */
export interface ChatTurn {
  /** Null when the agent opened. */
  user: string | null
  entries: TranscriptEntry[]
  view: TurnView
  turnMs: number
  /** How it was answered all the same, where its first exchange broke. */
  recovered?: Recovered
}

/** A talk with one version of an agent, in one session; it changes with every turn. */
export interface ChatTalk {
  agent: string
  /** `default`, `draft` or a number in digits. */
  version: string
  metadata: JsonObject
  /** Null before the first answer. */
  sessionId: string | null
  turns: ChatTurn[]
  /** What the user said last, when nothing answered it. */
  pending: string | null
  /** How many messages nothing answered; the service may have kept them all the same. */
  unanswered: number
}

/** A talk that nobody has begun. */
export function newTalk({ agent, version, metadata }: Pick<ChatTalk, 'agent' | 'version' | 'metadata'>): ChatTalk {
  return { agent, version, metadata, sessionId: null, turns: [], pending: null, unanswered: 0 }
}

/** Who spoke last in a talk: its agent, unless the talk was handed over. */
export function speakerOf({ agent, turns }: ChatTalk): string {
  const spoken = turns.flatMap(({ view }) => view.assistant)
  return spoken.findLast(({ agentName }) => agentName !== null)?.agentName ?? agent
}
