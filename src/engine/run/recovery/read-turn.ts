import type { InlineChatRequest } from '../../../wire/api/chat.ts'
import type { Phase, TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Failure } from '../../../wire/client/failure.ts'
import { identify } from '../../transcript/identify.ts'
import { phaseOf } from '../../transcript/tool-call.ts'
import { viewTurn } from '../../transcript/turn-view.ts'

export interface TurnToSend {
  request: InlineChatRequest
  /** The slices of the transcript that earlier turns of the session showed. */
  earlier: readonly (readonly TranscriptEntry[])[]
  /** The phases of calls that this service's answers showed before, which proves that it shows them. */
  phasesShown?: () => ReadonlySet<Phase | null>
  /** How long its session must have been unchanged before a turn found in it is used; see `RunContext`. */
  storedLateMs?: number
  /** Whether a failure is the expected outcome, so that there is nothing to recover. */
  takes?: (failure: Failure) => boolean
  /** Called before it is sent again; returns why it may not be, or null. */
  again?: () => string | null
  /** How long this turn may still wait in total, in milliseconds. @default infinite */
  leftMs?: () => number
}

export type StoredTurn =
  /** `sure` are the entries that any answer would have shown; `whole` is false while a call waits for its output. */
  | { kind: 'answered'; entries: TranscriptEntry[]; sure: TranscriptEntry[]; whole: boolean }
  /** The message arrived, and the agent has not answered. */
  | { kind: 'unanswered' }
  | { kind: 'not taken' }
  /** Even the earlier turns are not all stored yet. */
  | { kind: 'behind' }
  /** The message is stored twice, so what follows answers something that is not in the script. */
  | { kind: 'twice' }
  /** A different message was stored in its place. */
  | { kind: 'other words' }

/**
 * Finds out from a stored transcript what happened to a turn whose answer was lost: everything from its
 * message on (CHA-02), and the calls right before it. A service may or may not show calls of the phase pre,
 * and of the phase post after the message, in its answers (TRN-21), so they are not `sure` unless it has shown
 * such calls before. Calls of the phase post before the message ran when the previous turn was answered, whose
 * answer did not show them; this one might not have either.
 */
export function readTurn(
  stored: readonly TranscriptEntry[],
  { request, earlier, phasesShown = () => new Set() }: TurnToSend,
): StoredTurn {
  const { message } = request
  const later = findLater(stored, joinSlices(earlier))
  if (later === null) return { kind: 'behind' }
  const { user } = viewTurn(later)
  if (message === undefined)
    return user.length > 0 ? { kind: 'other words' } : readOpening(later, earlier.length > 0, phasesShown)
  const [first, ...others] = user
  if (first === undefined) return { kind: 'not taken' }
  if (fold(first.text) !== fold(message)) return { kind: 'other words' }
  if (others.length > 0)
    return { kind: others.some(({ text }) => fold(text) === fold(message)) ? 'twice' : 'other words' }
  const start = beginOf(later, first.index, earlier.length > 0)
  return readAnswer(later.slice(start), first.index - start, phasesShown)
}

/** `before` is the number of entries before the message. */
function readAnswer(
  entries: TranscriptEntry[],
  before: number,
  phasesShown: NonNullable<TurnToSend['phasesShown']>,
): StoredTurn {
  if (entries.length === 0) return { kind: 'not taken' }
  const { assistant, calls, orphans } = viewTurn(entries)
  if (assistant.length === 0) return { kind: 'unanswered' }
  const phases = phasesShown()
  const open = new Set<number | undefined>()
  for (const { phase, index, output } of [...calls, ...orphans.map((each) => ({ ...each, output: null }))])
    if (phase === 'post' && (index < before || !phases.has('post'))) open.add(index).add(output?.index)
  const isSure = (_: unknown, index: number): boolean => !open.has(index) && (index >= before || phases.has('pre'))
  const whole = calls.every(({ output, index, phase }) => output !== null || (index < before && phase === 'post'))
  return { kind: 'answered', entries, sure: entries.filter(isSure), whole }
}

/** At its message, or the calls right before it; those of the phase post only follow an earlier turn (`follows`). */
function beginOf(later: readonly TranscriptEntry[], message: number, follows: boolean): number {
  const strange = later.slice(0, message).findLastIndex(({ type }) => type === 'message' || type === 'unknown')
  const first = later.findIndex((entry, index) => {
    const phase = index > strange ? phaseOf(entry) : null
    return phase === 'pre' || (phase === 'post' && follows)
  })
  return first === -1 ? message : Math.min(first, message)
}

/** A turn that the agent opens begins after the functions that still ran for an earlier turn. */
function readOpening(
  later: readonly TranscriptEntry[],
  follows: boolean,
  phasesShown: NonNullable<TurnToSend['phasesShown']>,
): StoredTurn {
  const begin = later.findIndex((entry) => phaseOf(entry) !== 'post')
  if (begin === -1) return { kind: 'not taken' }
  return follows ? readAnswer([...later], begin, phasesShown) : readAnswer(later.slice(begin), 0, phasesShown)
}

/** Joins the slices into one list of identities. A service may repeat the whole history in each slice (CHA-03). */
function joinSlices(slices: TurnToSend['earlier']): string[] {
  let knownIds: string[] = []
  for (const slice of slices) {
    const ids = slice.map(identify)
    const whole = knownIds.length > 0 && knownIds.every((id, index) => ids[index] === id)
    knownIds = whole ? ids : knownIds.concat(ids)
  }
  return knownIds
}

/** The stored entries after all the known ones, which must occur in order (CHA-04); null where they do not. */
function findLater(stored: readonly TranscriptEntry[], knownIds: readonly string[]): readonly TranscriptEntry[] | null {
  let matchCount = 0
  for (const [index, entry] of stored.entries()) {
    if (matchCount === knownIds.length) return stored.slice(index)
    if (identify(entry) === knownIds[matchCount]) matchCount += 1
  }
  return matchCount === knownIds.length ? [] : null
}

/** Ignores differences in white space, since a service may trim a message before storing it. */
function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
