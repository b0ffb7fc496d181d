import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { type CallEntries, callsOf } from './call-entries.ts'
import type { Operator } from './operator.ts'

/** Each two neighbouring calls in the other order, where they are different ones and the second waited for the first. */
export const reorderCalls: Operator = (turn) => {
  const calls = callsOf(turn)
  return calls.flatMap((first, index) => {
    const second = calls[index + 1]
    if (second === undefined || !areSwappable(first, second)) return []
    return [{ what: `${second.name} is called before ${first.name}`, entries: swap(turn.entries, first, second) }]
  })
}

function areSwappable(first: CallEntries, second: CallEntries): boolean {
  if (first.call.output === null || second.call.output === null) return false
  if (first.call.output.index > second.call.index || first.call.phase !== second.call.phase) return false
  return (
    JSON.stringify([first.call.name, first.call.arguments]) !==
    JSON.stringify([second.call.name, second.call.arguments])
  )
}

/** The entries of the two calls in the places, and at the moments, of each other. */
function swap(entries: readonly TranscriptEntry[], first: CallEntries, second: CallEntries): TranscriptEntry[] {
  const places = [first.call.index, first.call.output?.index, second.call.index, second.call.output?.index]
  const moved = [second.entry, second.output, first.entry, first.output]
  return entries.map((entry, index) => {
    const each = moved[places.indexOf(index)]
    return each == null || entry.type === 'unknown' ? entry : { ...each, timestamp: entry.timestamp }
  })
}
