import type { JsonObject } from '../../base/json.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'

/** One action of an agent in a turn, before it gets ids and timestamps. */
export type Line =
  | {
      /** A tool call; without an output it stays open. */
      kind: 'call'
      name: string
      arguments: JsonObject
      phase: Phase
      callId?: string
      output?: string
      isError: boolean
      /** Milliseconds from the call to its output, in the time of the session. */
      timeMs: number
    }
  | {
      kind: 'message'
      role: 'assistant' | 'backgroundAgent'
      items: ContentItem[]
      agentName: string
      afterMs?: number
    }
  | { kind: 'thinking'; text: string }
  | { kind: 'summary'; text: string }

/** What an agent did in a turn, and whether it ended the session. */
export interface Performance {
  lines: Line[]
  ended: boolean
}
