import { sameJson } from '../../base/json/json.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { identify, identifyCall, identifyContent, identifyTimeless } from './identify.ts'
import { phaseOf } from './tool-call.ts'

export interface AlignedSession {
  /** For each stored entry, the index of the entry of the turns that it is; null if no turn showed it. */
  shownAs: (number | null)[]
  /** Where and how the two diverge; null where the turns add up to the session. */
  parting: { message: string; index: number } | null
  /** The session ends before what the turns showed, as when it is still incomplete. */
  endsEarly: boolean
}

/** (CHA-04) Calls of the phases pre and post may stand beside slices without any turn having shown them (TRN-21). */
export function alignStored(stored: readonly TranscriptEntry[], entries: readonly TranscriptEntry[]): AlignedSession {
  const shownAs: (number | null)[] = []
  const parted = (message: string, index: number, endsEarly = false): AlignedSession => {
    return { shownAs: pairLoosely(stored, entries), parting: { message, index }, endsEarly }
  }
  for (const [index, entry] of entries.entries()) {
    const begin = shownAs.length
    let at = begin
    while (isBeside(stored[at]) && !isSame(entry, stored[at])) at += 1
    const counterpart = stored[at]
    if (counterpart === undefined)
      return parted(`the stored session ends before entry ${index + 1} of the turns (${nameOf(entry)})`, index, true)
    const passed = stored.slice(begin, at)
    const ahead = phaseOf(entry) === 'pre' ? entries.find((each, at) => at > index && phaseOf(each) !== 'pre') : entry
    const opens = index === 0 || (ahead?.type === 'message' && ahead.role === 'user')
    const early = opens ? undefined : passed.find((each) => phaseOf(each) === 'pre')
    const other = early ?? (isSame(entry, counterpart) ? undefined : counterpart)
    if (other !== undefined)
      return parted(
        `entry ${index + 1} was ${nameOf(entry)} in the turn, but the stored session holds ${nameOf(other)}`,
        index,
      )
    const [phase, keptPhase] = [phaseOf(entry), phaseOf(counterpart)]
    if (phase != null && keptPhase != null && phase !== keptPhase)
      return parted(
        `entry ${index + 1}, ${nameOf(entry)}, was of the phase ${phase} in the turn, but is of ${keptPhase} in the stored session`,
        index,
      )
    shownAs.push(...passed.map(() => null), index)
  }
  const rest = stored.slice(shownAs.length)
  const extra = rest.find((each) => phaseOf(each) !== 'post')
  if (extra !== undefined)
    return parted(`the stored session holds ${nameOf(extra)} that no turn showed`, stored.indexOf(extra))
  return { shownAs: [...shownAs, ...rest.map(() => null)], parting: null, endsEarly: false }
}

/** Whether an entry belongs to a call that an answer need not show. */
function isBeside(entry: TranscriptEntry | undefined): boolean {
  const phase = entry === undefined ? undefined : phaseOf(entry)
  return phase === 'post' || phase === 'pre'
}

/** The same ones first, then those that differ in their moment alone, then by id and name, or name and content. */
function pairLoosely(stored: readonly TranscriptEntry[], entries: readonly TranscriptEntry[]): (number | null)[] {
  const shownAs: (number | null)[] = stored.map(() => null)
  const free = new Set(entries.keys())
  for (const nameIn of [identify, identifyTimeless, identifyCall, identifyContent]) {
    const nameByIndex = new Map([...free].map((index) => [index, nameIn(entries[index] as TranscriptEntry)]))
    const open = [...shownAs.entries()].flatMap(([offset, shownIndex]) => (shownIndex === null ? [offset] : []))
    const rows = [...nameByIndex.keys()]
    const pairs = pairShown(
      open.map((offset) => nameIn(stored[offset] as TranscriptEntry)),
      [...nameByIndex.values()],
    )
    for (const [row, pair] of pairs.entries()) {
      const [offset, index] = [open[row], pair === null ? undefined : rows[pair]]
      if (offset === undefined || index === undefined) continue
      shownAs[offset] = index
      free.delete(index)
    }
  }
  return shownAs
}

/** By identity, the index of the shown entry that each stored one is, or null; of equal ones, the first count. */
export function pairShown(stored: readonly (string | null)[], visible: readonly (string | null)[]): (number | null)[] {
  const indexesById = new Map<string, number[]>()
  for (const [index, id] of visible.entries()) {
    if (id === null) continue
    const same = indexesById.get(id)
    if (same === undefined) indexesById.set(id, [index])
    else same.push(index)
  }
  return stored.map((id) => (id === null ? null : (indexesById.get(id)?.shift() ?? null)))
}

/** Compares the raw entries first, which is faster: two readings of one entry rarely differ. */
function isSame(entry: TranscriptEntry, counterpart: TranscriptEntry | undefined): boolean {
  return counterpart !== undefined && (sameJson(entry, counterpart) || identify(entry) === identify(counterpart))
}

function nameOf(entry: TranscriptEntry): string {
  if (entry.type === 'message') return `a message of the role ${entry.role}`
  if (entry.type === 'function_call' || entry.type === 'function_call_output')
    return `${entry.type} ${entry.name} (${entry.call_id})`
  return `an entry of the type ${entry.type}`
}
