import type { JsonObject } from '../../base/json.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import { sliceTurns } from './slice-turns.ts'
import type { Talk } from './talk.ts'

/** How a session ended, as a run can see it too: what ran when the talk was over, and what was made of it. */
export interface Ending {
  calls: ToolCall[]
  analysis: JsonObject
  /** Milliseconds from the last entry to the end. */
  afterMs: number
}

/** Longer than this after the last entry, and nobody ended the session but the clock. */
const restMs = 60_000

/**
 * How a session ended; null where a run would not see it end so: of another source or another channel than the web chat,
 * which runs talk over, or ended only after a rest. What a draft expects of the end, and what a replay agent shows of it, both go by this.
 */
export function endingOf({ session, stored }: Talk): Ending | null {
  const { status, communicationChannelType: channel, analysis, transcript, updatedAt } = session
  if (!stored || status !== 'completed' || channel !== 'webChat') return null
  const last = transcript.findLast((entry) => entry.type !== 'unknown')
  const afterMs = last === undefined ? Number.NaN : Date.parse(updatedAt) - Date.parse(last.timestamp)
  if (!(afterMs <= restMs)) return null
  const { calls } = pairCalls(sliceTurns(transcript).after)
  return { calls, analysis: analysis ?? {}, afterMs: Math.max(0, afterMs) }
}
