import { identify } from '../../engine/transcript/laws/identify.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

/** Where a turn's slice stands in the stored transcript; null where it does not stand there in one piece. */
export interface Portion {
  from: number
  slice: readonly TranscriptEntry[]
}

/** Where the slices of the turns stand in the stored transcript, each after the one before. */
export function findSlices(
  stored: readonly TranscriptEntry[],
  slices: readonly (readonly TranscriptEntry[])[],
): (Portion | null)[] {
  const kept = stored.map(identify)
  let next = 0
  return slices.map((slice) => {
    const wanted = slice.map(identify)
    for (let from = next; from + wanted.length <= kept.length; from += 1) {
      if (!wanted.every((each, offset) => kept[from + offset] === each)) continue
      next = from + wanted.length
      return { from, slice }
    }
    return null
  })
}

/**
 * The stored transcript of a talk whose turns went as `played` says, one for each that took place: what is stored of a turn
 * that went as before stays, turns that did not take place are left out, and what belongs to no turn stays.
 */
export function rebuildSession(
  stored: readonly TranscriptEntry[],
  portions: readonly (Portion | null)[],
  played: readonly (readonly TranscriptEntry[])[],
): TranscriptEntry[] {
  const rebuilt: TranscriptEntry[] = []
  let next = 0
  for (const [index, portion] of portions.entries()) {
    if (portion === null) continue
    const { from, slice } = portion
    const to = from + slice.length
    rebuilt.push(...stored.slice(next, from))
    const now = played[index]
    if (now === slice) rebuilt.push(...stored.slice(from, to))
    else if (now !== undefined) rebuilt.push(...now)
    next = to
  }
  return [...rebuilt, ...stored.slice(next)]
}
