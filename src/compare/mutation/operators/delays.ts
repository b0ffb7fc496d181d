import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { callsOf, withCall } from './call-entries.ts'
import type { MutationOperator } from './operator.ts'

/** The answer comes much later: both its messages and the response to the request. */
export const slowReply: MutationOperator = ({ view, turnMs }, { timeLimitMs }) => {
  const first = view.assistant[0]
  const longMs = tooLong(timeLimitMs, turnMs)
  const lateMs = Math.round(longMs - turnMs)
  if (first === undefined || lateMs <= 0) return []
  const what = `the answer takes ${Math.round(longMs / 1_000)} s`
  return [{ what, entries: [...delayEntries(view.entries, lateMs, first.index)], lateMs }]
}

/** Each call with a recorded time takes much longer, and everything after it comes later. */
export const slowTool: MutationOperator = (turn, { timeLimitMs }) =>
  callsOf(turn).flatMap((each) => {
    const { output, call, name } = each
    if (output?.executionTimeMs == null || call.output === null) return []
    const executionTimeMs = Math.round(tooLong(timeLimitMs, output.executionTimeMs))
    const lateMs = executionTimeMs - output.executionTimeMs
    if (lateMs <= 0) return []
    const entries = withCall(turn.view.entries, each, {}, { executionTimeMs })
    return [
      {
        what: `${name} takes ${executionTimeMs / 1_000} s instead of ${output.executionTimeMs} ms`,
        entries: [...delayEntries(entries, lateMs, call.output.index)],
        lateMs,
      },
    ]
  })

/** A time that nobody would wait for, but that still fits within the time limit, in milliseconds. */
function tooLong(timeLimitMs: number, usualMs: number): number {
  return Math.max(Math.min(20_000, timeLimitMs * 0.8), usualMs)
}

/** Shifts timestamps from index `from` on by `ms`; one that is not a date stays. */
export function delayEntries(entries: readonly TranscriptEntry[], ms: number, from = 0): readonly TranscriptEntry[] {
  if (ms === 0) return entries
  return entries.map((entry, index) => {
    if (index < from || entry.type === 'unknown') return entry
    const moment = Date.parse(entry.timestamp)
    return Number.isNaN(moment) ? entry : { ...entry, timestamp: new Date(moment + ms).toISOString() }
  })
}
