import { sameJson } from '../../base/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { identify } from './identify.ts'
import { phaseOf } from './tool-call.ts'

/** A stored entry that no turn showed: where it stands in the session, and before how many of the shown entries it comes behind. */
export interface HiddenEntry {
  offset: number
  /** How many entries of the turns stand before it. */
  shownBefore: number
}

/** A stored session beside the entries that the turns showed of it. */
export interface AlignedSession {
  hidden: HiddenEntry[]
  /** Where the two part, and how; null where the turns add up to the session. */
  parting: { message: string; index: number } | null
  /** The session ends before what the turns showed, as one does that is not all there yet. */
  endsEarly: boolean
}

/**
 * Lays the turns' slices, one after the other, beside the stored transcript (CHA-04). Calls of the phase post may stand behind any
 * of them and calls of the phase pre before a user's message, or at the beginning, without any turn that showed them (TRN-21).
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

/** Whether an entry is of a call that an answer need not show. */
function isBeside(entry: TranscriptEntry | undefined): boolean {
  const phase = entry === undefined ? undefined : phaseOf(entry)
  return phase === 'post' || phase === 'pre'
}

/** The stored entries that no turn showed, where nobody knows between which of theirs they stand. */
function unshown(stored: readonly TranscriptEntry[], entries: readonly TranscriptEntry[]): HiddenEntry[] {
  const isShown = whichShown(stored.map(identify), entries.map(identify))
  return isShown.flatMap((shown, offset) => (shown ? [] : [{ offset, shownBefore: entries.length }]))
}

/** Which of the stored entries were shown, by their identities: of equal ones the first, as often as they were. */
export function whichShown(stored: readonly string[], shown: readonly string[]): boolean[] {
  const left = new Map<string, number>()
  for (const id of shown) left.set(id, (left.get(id) ?? 0) + 1)
  return stored.map((id) => {
    const count = left.get(id) ?? 0
    left.set(id, count - 1)
    return count > 0
  })
}

/** Compares the raw entries first, which is faster: two readings of one entry seldom differ. */
function isSame(entry: TranscriptEntry, kept: TranscriptEntry | undefined): boolean {
  return kept !== undefined && (sameJson(entry, kept) || identify(entry) === identify(kept))
}

function nameOf(entry: TranscriptEntry): string {
  if (entry.type === 'message') return `a message of the role ${entry.role}`
  if (entry.type === 'function_call' || entry.type === 'function_call_output')
    return `${entry.type} ${entry.name} (${entry.call_id})`
  return `an entry of the type ${entry.type}`
}
