import { setTimeout as sleep } from 'node:timers/promises'
import type { TranscriptEntry } from '../api/transcript-entry.ts'
import type { Client } from '../client/client.ts'
import type { Failure, KnownFailure, UnknownReason } from '../client/failure.ts'
import { identify } from '../transcript/laws/identify.ts'
import { type Reading, readTurn, type TurnBefore } from './read-turn.ts'

/** How a session is watched. Instants are of `performance.now()`, in milliseconds. */
export interface Watch {
  client: Client
  sessionId: string
  turn: TurnBefore
  /** When to give up. */
  until: number
  /** For how long a message that is not there may still come; null: until the end. */
  patienceMs: number | null
  signal: AbortSignal | undefined
}

/** What was seen of a turn, and in how many looks. */
export type Sight = { looks: number } & (
  | { kind: 'answered'; entries: TranscriptEntry[] }
  | { kind: 'not taken' }
  | { kind: 'unclear'; why: UnknownReason }
  /** Nobody may look any more: interrupted, or the recording that answers holds no session. */
  | { kind: 'stopped'; failure: KnownFailure }
)

/** Between two looks: at first, and at most. */
const [firstPauseMs, longestPauseMs] = [25, 1_000]
/** Between the first look that shows a whole answer and the one that confirms it. */
const confirmPauseMs = 100
/** What a look may take at least, also where the time is nearly up. */
const leastLookMs = 250

/**
 * Fetches a session until it tells what became of a turn. An answer counts once two looks show the same, since a service
 * may write it piece by piece; a call that waits for its output is waited for as well.
 */
export async function watchSession({ client, sessionId, turn, until, patienceMs, signal }: Watch): Promise<Sight> {
  const began = performance.now()
  const interruptible = signal === undefined ? {} : { signal }
  let seen: string | null = null
  for (let looks = 1; ; looks += 1) {
    const timeLimitMs = Math.max(Math.ceil((until - performance.now()) / 2), leastLookMs)
    const answer = await client.fetchSession(sessionId, { timeLimitMs, ...interruptible })
    if (!answer.ok && isFinal(answer.failure)) return { kind: 'stopped', failure: answer.failure, looks }
    const reading = answer.ok ? readTurn(answer.data.transcript, turn) : null
    const now = performance.now()
    const isOver = now >= until
    if (reading?.kind === 'twice' || reading?.kind === 'other words')
      return { kind: 'unclear', why: reading.kind, looks }
    if (reading?.kind === 'answered') {
      const entries = reading.entries.map(identify).join()
      if (entries === seen && (reading.whole || isOver)) return { kind: 'answered', entries: reading.entries, looks }
      seen = entries
    }
    const isSure = patienceMs !== null && looks > 1 && now - began >= patienceMs
    if (reading?.kind === 'not taken' && isSure) return { kind: 'not taken', looks }
    const hasErred = answer.ok && answer.data.status === 'agent_errored'
    if (isOver || (hasErred && reading?.kind === 'unanswered')) return { kind: 'unclear', why: whyOf(reading), looks }
    const isNear = reading?.kind === 'answered' && reading.whole
    const pauseMs = isNear ? confirmPauseMs : Math.min(firstPauseMs * 2 ** (looks - 1), longestPauseMs)
    await sleep(Math.min(pauseMs, Math.max(until - now, 1)), undefined, interruptible).catch(() => undefined) // the next look tells that it was interrupted
  }
}

function whyOf(reading: Reading | null): UnknownReason {
  if (reading === null) return 'unreadable'
  return reading.kind === 'answered' ? 'unanswered' : reading.kind
}

type Final = KnownFailure & { kind: 'aborted' | 'unrecorded' | 'blocked' }

function isFinal(failure: Failure): failure is Final {
  return failure.kind === 'aborted' || failure.kind === 'unrecorded' || failure.kind === 'blocked'
}
