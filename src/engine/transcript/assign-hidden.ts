import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { AlignedSession } from './align-stored.ts'
import { pairCalls, phaseOf } from './tool-call.ts'

/** Stored entries of calls that no turn showed, by offset: those that belong to a turn, and those that may. */
export interface HiddenCalls {
  sure: number[]
  possible: number[]
}

/** A stored session and what is known of its turns, which are numbered in the order in which they were taken. */
export interface StoredTurns {
  stored: readonly TranscriptEntry[]
  shownAs: AlignedSession['shownAs']
  turnOf: readonly number[]
  asking: readonly number[]
}

/** A call belongs to the turn whose message it follows; in the phase pre (TRN-20), to the one that it precedes. */
export function assignHidden({ stored, shownAs, turnOf, asking }: StoredTurns): Map<number, HiddenCalls> {
  const owners = shownAs.map((index) => (index === null ? null : (turnOf[index] ?? null)))
  const spans = countMessages(stored)
  const unplaced = asking.filter((turn) => !owners.includes(turn))
  const turnsAt = (span: number, offset: number, phase: string | null): Owners => {
    const inSpan = owners.map((owner, at) => (spans[at] === span ? owner : null))
    const before = inSpan.findLast((owner, at) => owner !== null && at < offset) ?? null
    const after = inSpan.find((owner, at) => owner !== null && at > offset) ?? null
    if (before !== null && after !== null && before !== after)
      return phase === 'post' ? { sure: before } : phase === 'pre' ? { sure: after } : { possible: [before, after] }
    const owner = before ?? after
    return owner === null ? findBetween(span, { owners, spans, unplaced }) : { sure: owner }
  }
  const callsByTurn = new Map<number, HiddenCalls>()
  const add = (turn: number, certainty: keyof HiddenCalls, offsets: readonly number[]): void => {
    const own = callsByTurn.get(turn) ?? { sure: [], possible: [] }
    own[certainty].push(...offsets)
    callsByTurn.set(turn, own)
  }
  for (const { index, output, phase } of pairCalls(stored).calls) {
    const offsets = [index, output?.index].flatMap((at) => (at !== undefined && shownAs[at] === null ? [at] : []))
    const owner = owners[index] ?? null
    if (offsets.length === 0) continue
    const span = spans[index] ?? 0
    const isPrelude = phase !== 'during' && phase !== 'post' && precedesMessage(stored, index)
    const next = isPrelude ? turnsAt(span + 1, index, phase) : null
    const own = owner !== null ? { sure: owner } : phase === 'pre' && next !== null ? next : turnsAt(span, index, phase)
    if (own.sure !== undefined) add(own.sure, 'sure', offsets)
    const possible = new Set([
      ...(own.possible ?? []),
      ...(next === null ? [] : [next.sure ?? [], next.possible ?? []].flat()),
    ])
    for (const turn of possible) if (turn !== own.sure) add(turn, 'possible', offsets)
  }
  return callsByTurn
}

/** The turn that a call belongs to, or those that it may belong to. */
interface Owners {
  sure?: number
  possible?: number[]
}

/** The only one surely has, unless more such messages stand there: one of them may have come twice. */
function findBetween(
  span: number,
  { owners, spans, unplaced }: { owners: readonly (number | null)[]; spans: readonly number[]; unplaced: number[] },
): Owners {
  const placed = owners.flatMap((turn, at) => (turn === null ? [] : [{ turn, span: spans[at] ?? 0 }]))
  const before = placed.filter((each) => each.span < span)
  const after = placed.filter((each) => each.span > span)
  const earlier = Math.max(-1, ...before.map(({ turn }) => turn))
  const later = Math.min(...after.map(({ turn }) => turn))
  const between = unplaced.filter((turn) => turn > earlier && turn < later)
  const [only] = between
  if (only !== undefined) {
    const last = Math.min(spans.at(-1) ?? 0, ...after.map((each) => each.span - 1))
    const messages = last - Math.max(0, ...before.map((each) => each.span))
    return between.length === 1 && messages <= 1 ? { sure: only } : { possible: between }
  }
  if (earlier === -1) return Number.isFinite(later) ? { sure: later } : {}
  return { possible: [earlier] }
}

/** For each entry, how many messages of the user stand up to it. */
function countMessages(stored: readonly TranscriptEntry[]): number[] {
  let count = 0
  return stored.map((entry) => {
    if (isMessage(entry)) count += 1
    return count
  })
}

/** Whether nothing but calls that may be preparations stands between a call and a message of the user. */
function precedesMessage(stored: readonly TranscriptEntry[], offset: number): boolean {
  const next = stored.slice(offset).find((entry) => phaseOf(entry) !== 'pre' && phaseOf(entry) !== null)
  return next !== undefined && isMessage(next)
}

function isMessage(entry: TranscriptEntry): boolean {
  return entry.type === 'message' && entry.role === 'user'
}
