import type { JsonObject } from '../../base/json.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'

/** One thing that an agent did in a turn, before it has ids and timestamps. */
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
      /** Milliseconds from the call to its output, on the session's own time line. */
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

/** What an agent did in a turn: its lines, and whether it ended the session. */
export interface Performance {
  lines: Line[]
  ended: boolean
}
