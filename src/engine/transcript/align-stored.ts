import { sameJson } from '../../base/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { identify } from './identify.ts'
import { phaseOf } from './tool-call.ts'

/** A stored entry that no turn showed, by its index in the session. */
export interface HiddenEntry {
  offset: number
  /** How many entries of the turns come before it. */
  shownBefore: number
}

/** A stored session aligned with the entries that the turns showed of it. */
export interface AlignedSession {
  hidden: HiddenEntry[]
  /** Where and how the two diverge; null where the turns add up to the session. */
  parting: { message: string; index: number } | null
  /** The session ends before what the turns showed, as when it is still incomplete. */
  endsEarly: boolean
}

/**
 * Aligns the turns' slices, in order, with the stored transcript (CHA-04). Calls of the phase post may follow
 * any slice, and calls of the phase pre may precede a user's message or the first entry, without any turn
 * having shown them (TRN-21).
 */
export function alignStored(stored: readonly TranscriptEntry[], entries: readonly TranscriptEntry[]): AlignedSession {
  const hidden: HiddenEntry[] = []
  let at = 0
  const parted = (message: string, index: number, endsEarly = false): AlignedSession => {
    return { hidden: unshown(stored, entries), parting: { message, index }, endsEarly }
  }
  for (const [index, entry] of entries.entries()) {
    const begin = at
    while (isBeside(stored[at]) && !isSame(entry, stored[at])) at += 1
    const kept = stored[at]
    if (kept === undefined)
      return parted(`the stored session ends before entry ${index + 1} of the turns (${nameOf(entry)})`, index, true)
    const passed = stored.slice(begin, at)
    const opens = index === 0 || phaseOf(entry) === 'pre' || (entry.type === 'message' && entry.role === 'user')
    const early = opens ? undefined : passed.find((each) => phaseOf(each) === 'pre')
    const other = early ?? (isSame(entry, kept) ? undefined : kept)
    if (other !== undefined)
      return parted(
        `entry ${index + 1} was ${nameOf(entry)} in the turn, but the stored session holds ${nameOf(other)}`,
        index,
      )
    const [phase, keptPhase] = [phaseOf(entry), phaseOf(kept)]
    if (phase != null && keptPhase != null && phase !== keptPhase)
      return parted(
        `entry ${index + 1}, ${nameOf(entry)}, was of the phase ${phase} in the turn, but is of ${keptPhase} in the stored session`,
        index,
      )
    for (let offset = begin; offset < at; offset += 1) hidden.push({ offset, shownBefore: index })
    at += 1
  }
  for (; at < stored.length; at += 1) hidden.push({ offset: at, shownBefore: entries.length })
  const extra = hidden.find(({ offset, shownBefore }) => {
    const phase = phaseOf(stored[offset] as TranscriptEntry)
    return phase !== 'post' && (phase !== 'pre' || shownBefore === entries.length)
  })
  if (extra === undefined) return { hidden, parting: null, endsEarly: false }
  const message = `the stored session holds ${nameOf(stored[extra.offset] as TranscriptEntry)} that no turn showed`
  return { hidden, parting: { message, index: extra.offset }, endsEarly: false }
}

/** Whether an entry belongs to a call that an answer need not show. */
function isBeside(entry: TranscriptEntry | undefined): boolean {
  const phase = entry === undefined ? undefined : phaseOf(entry)
  return phase === 'post' || phase === 'pre'
}

/** The stored entries that no turn showed, where their position among the shown ones is unknown. */
function unshown(stored: readonly TranscriptEntry[], entries: readonly TranscriptEntry[]): HiddenEntry[] {
  const isShown = whichShown(stored.map(identify), entries.map(identify))
  return isShown.flatMap((shown, offset) => (shown ? [] : [{ offset, shownBefore: entries.length }]))
}

/**
 * Which stored entries were shown, by identity; of equal entries, the first ones count, as often as they were
 * shown.
 */
export function whichShown(stored: readonly string[], shown: readonly string[]): boolean[] {
  const left = new Map<string, number>()
  for (const id of shown) left.set(id, (left.get(id) ?? 0) + 1)
  return stored.map((id) => {
    const count = left.get(id) ?? 0
    left.set(id, count - 1)
    return count > 0
  })
}

/** Compares the raw entries first, which is faster: two readings of one entry rarely differ. */
function isSame(entry: TranscriptEntry, kept: TranscriptEntry | undefined): boolean {
  return kept !== undefined && (sameJson(entry, kept) || identify(entry) === identify(kept))
}

function nameOf(entry: TranscriptEntry): string {
  if (entry.type === 'message') return `a message of the role ${entry.role}`
  if (entry.type === 'function_call' || entry.type === 'function_call_output')
    return `${entry.type} ${entry.name} (${entry.call_id})`
  return `an entry of the type ${entry.type}`
}
