import type { InlineChatRequest } from '../../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Failure } from '../../../wire/client/failure.ts'
import { identify } from '../../transcript/identify.ts'
import { viewTurn } from '../../transcript/turn-view.ts'

/** A turn to send, and what is known of it before its session is read. */
export interface TurnToSend {
  request: InlineChatRequest
  /** The slices of the transcript that earlier turns of the session showed. */
  earlier: readonly (readonly TranscriptEntry[])[]
  /** How long its session must have been unchanged before a turn found in it is used; see `RunContext`. */
  storedLateMs?: number
  /** Whether a failure is the expected outcome, so that there is nothing to settle. */
  takes?: (failure: Failure) => boolean
  /** Asked before it is sent again; gives why it may not be. */
  again?: () => string | null
  /** How long anything about it may still wait, in milliseconds, whatever the conversation may. @default infinite */
  leftMs?: () => number
}

/** What a stored session says of a turn. */
export type StoredTurn =
  /** The message arrived and the agent has answered. `whole` is false while a call waits for its output. */
  | { kind: 'answered'; entries: TranscriptEntry[]; whole: boolean }
  /** The message arrived, and the agent has not answered. */
  | { kind: 'unanswered' }
  | { kind: 'not taken' }
  /** Even the earlier turns are not all stored yet. */
  | { kind: 'behind' }
  /** The message is stored twice, so what follows answers something that the script does not say. */
  | { kind: 'twice' }
  /** A different message was stored in its place. */
  | { kind: 'other words' }

/**
 * Reads from a stored transcript what happened to a turn whose answer was lost. The entries are those that the inline
 * answer would have shown: from the message on (CHA-02), without the phase post (TRN-21).
 */
export function readTurn(stored: readonly TranscriptEntry[], { request, earlier }: TurnToSend): StoredTurn {
  const { message } = request
  const later = findLater(stored, joinSlices(earlier))
  if (later === null) return { kind: 'behind' }
  const { user } = viewTurn(later)
  if (message === undefined) return user.length > 0 ? { kind: 'other words' } : readAnswer(later)
  const [first, ...others] = user
  if (first === undefined) return { kind: 'not taken' }
  if (fold(first.text) !== fold(message)) return { kind: 'other words' }
  if (others.length > 0)
    return { kind: others.some(({ text }) => fold(text) === fold(message)) ? 'twice' : 'other words' }
  const answer = readAnswer(later.slice(first.index))
  return answer.kind === 'not taken' ? { kind: 'unanswered' } : answer
}

function readAnswer(later: readonly TranscriptEntry[]): StoredTurn {
  const entries = later.filter((entry) => !('phase' in entry && entry.phase === 'post'))
  if (entries.length === 0) return { kind: 'not taken' }
  const { assistant, calls } = viewTurn(entries)
  if (assistant.length === 0) return { kind: 'unanswered' }
  return { kind: 'answered', entries, whole: calls.every(({ output }) => output !== null) }
}

/** Joins the slices into one list of identities. A service may repeat the whole history in each slice (CHA-03). */
function joinSlices(slices: TurnToSend['earlier']): string[] {
  let known: string[] = []
  for (const slice of slices) {
    const ids = slice.map(identify)
    const whole = known.length > 0 && known.every((id, index) => ids[index] === id)
    known = whole ? ids : known.concat(ids)
  }
  return known
}

/** The stored entries after all the known ones, which must be there in order (CHA-04); null where they are not. */
function findLater(stored: readonly TranscriptEntry[], known: readonly string[]): readonly TranscriptEntry[] | null {
  let found = 0
  for (const [index, entry] of stored.entries()) {
    if (found === known.length) return stored.slice(index)
    if (identify(entry) === known[found]) found += 1
  }
  return found === known.length ? [] : null
}

/** Ignores differences in blanks, since a service may store a message without those around it. */
function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
