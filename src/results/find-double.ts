import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { Failure } from '../client/failure.ts'
import type { ConversationRun } from '../runner/conversation-run.ts'

/**
 * A message that was sent again and came twice after all, later than the turn was settled: the stored session holds more
 * messages of the user than the turns showed. Nothing behind it answers the script; null where there is none.
 */
export function findDouble({ session, before, turns, after }: ConversationRun): Failure | null {
  if (session?.ok !== true) return null
  const all = [...(before?.turns ?? []), ...turns, ...(after?.turns ?? [])]
  const answered = all.filter((turn) => turn.kind === 'answered')
  const again = answered.findLast(({ recovered }) => recovered?.how === 'sent again')?.recovered
  const cause = again?.breaks.at(-1)
  if (again === undefined || cause === undefined) return null
  const shown = answered.flatMap(({ entries }) => entries)
  if (countMessages(session.session.transcript) <= countMessages(shown)) return null
  return { kind: 'unknown', cause, why: 'twice', looks: again.looks + 1 }
}

function countMessages(entries: readonly TranscriptEntry[]): number {
  return entries.filter((entry) => entry.type === 'message' && entry.role === 'user').length
}
