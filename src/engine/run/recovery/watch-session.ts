import pRetry from 'p-retry'
import type { Session } from '../../../wire/api/session.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Unseen } from '../../../wire/api/unseen.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { Failure, KnownFailure, UnknownReason } from '../../../wire/client/failure.ts'
import { identify } from '../../transcript/identify.ts'
import { readTurn, type StoredTurn, type TurnToSend } from './read-turn.ts'

/** How to watch a session. Instants are of `performance.now()`, in milliseconds. */
interface Watch {
  client: Client
  sessionId: string
  turn: TurnToSend
  /** When the broken exchange ended. */
  since: number
  /** When to give up a turn that has no answer. */
  until: number
  /** How long after `since` a missing message may still arrive; null: until the end. */
  patienceMs: number | null
  /** The pause between the first two looks; it doubles up to half a second. */
  firstPauseMs: number
  /** How long a session with an answer must have been unchanged; 0 for a recorded one, which is read to its end. */
  settledMs: number
  signal: AbortSignal | undefined
}

/** What was seen of a turn, and the number of fetches. */
export type TurnSight = { looks: number } & (
  | { kind: 'answered'; entries: TranscriptEntry[]; sure: TranscriptEntry[]; unseen?: Unseen | undefined }
  | { kind: 'not taken' }
  | { kind: 'unclear'; why: UnknownReason }
  /** No further fetch is allowed: the run was interrupted, requests are held back, or the recording has no session. */
  | { kind: 'stopped'; failure: KnownFailure }
)

const longestPauseMs = 500
/** The least time for a fetch, even when time is nearly up. */
const leastLookMs = 250

class NotSure extends Error {}

/** An answer counts once the session is unchanged for a while: it may be written piece by piece, and calls be open. */
export async function watchSession(watch: Watch): Promise<TurnSight> {
  const { client, sessionId, turn, since, until, patienceMs, firstPauseMs, settledMs, signal } = watch
  const interruptible = signal === undefined ? {} : { signal }
  const end = until + settledMs
  const still = createStillness(settledMs)
  let looks = 0
  const sightOf = async (isLast: boolean): Promise<TurnSight | null> => {
    looks += 1
    const leftMs = end - performance.now()
    const waitMs = Math.max(Math.min(leftMs, turn.leftMs?.() ?? leftMs), 0)
    const limits = { timeLimitMs: Math.max(Math.ceil(leftMs / 2), leastLookMs), waitMs }
    const answer = await client.fetchSession(sessionId, { ...limits, ...interruptible })
    if (!answer.ok && isFinal(answer.failure)) return { kind: 'stopped', failure: answer.failure, looks }
    const reading = answer.ok ? readTurn(answer.data.transcript, turn) : null
    const isStill = answer.ok && still(answer.data)
    const now = performance.now()
    const isOver = isLast || now >= until
    if (reading?.kind === 'twice' || reading?.kind === 'other words')
      return { kind: 'unclear', why: reading.kind, looks }
    if (reading?.kind === 'answered') {
      if (isStill && (reading.whole || isOver))
        return { kind: 'answered', entries: reading.entries, sure: reading.sure, unseen: answer.unseen, looks }
      return isLast || now >= end ? { kind: 'unclear', why: 'unanswered', looks } : null
    }
    const isSure = patienceMs !== null && looks > 1 && now - since >= patienceMs && (settledMs > 0 || isStill)
    if (reading?.kind === 'not taken' && isSure) return { kind: 'not taken', looks }
    const hasErred = answer.ok && answer.data.status === 'agent_errored'
    const isHopeless = isOver || (hasErred && reading?.kind === 'unanswered')
    return isHopeless ? { kind: 'unclear', why: whyOf(reading), looks } : null
  }
  const attempt = async (): Promise<TurnSight> => {
    const sight = await sightOf(false)
    if (sight === null) throw new NotSure()
    return sight
  }
  const longest = settledMs === 0 ? 0 : longestPauseMs
  const pauses = { minTimeout: Math.min(firstPauseMs, longest), factor: 2, maxTimeout: longest }
  const maxRetryTime = Math.max(end - performance.now(), 0)
  try {
    const shouldRetry = ({ error }: { error: Error }): boolean => error instanceof NotSure
    const retries = Number.POSITIVE_INFINITY
    return await pRetry(attempt, { ...pauses, retries, maxRetryTime, shouldRetry, ...interruptible })
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'stopped', failure: { kind: 'aborted' }, looks }
    const last = error instanceof NotSure ? await sightOf(true) : null
    if (last === null) throw error
    return last
  }
}

function whyOf(reading: StoredTurn | null): UnknownReason {
  if (reading === null) return 'unreadable'
  return reading.kind === 'answered' ? 'unanswered' : reading.kind
}

type Final = KnownFailure & { kind: 'aborted' | 'unrecorded' | 'blocked' | 'held back' }

const finals: readonly Failure['kind'][] = ['aborted', 'unrecorded', 'blocked', 'held back']

function isFinal(failure: Failure): failure is Final {
  return finals.includes(failure.kind)
}

/**
 * Tells, on every fetch of a stored session, whether its transcript has been unchanged for `settledMs`
 * milliseconds since the fetch that showed the last change. With 0 the session is recorded: a recording keeps
 * a fetch only if it shows something new, so an identical fetch is the last.
 */
export function createStillness(settledMs: number): (session: Session) => boolean {
  let last: string | null = null
  let changedAt = 0
  return (session) => {
    const state = settledMs === 0 ? JSON.stringify(session) : session.transcript.map(identify).join()
    const isSame = state === last
    if (!isSame) [last, changedAt] = [state, performance.now()]
    return isSame && performance.now() - changedAt >= settledMs
  }
}
