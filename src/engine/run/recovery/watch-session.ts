import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { Failure, KnownFailure, UnknownReason } from '../../../wire/client/failure.ts'
import { identify } from '../../transcript/laws/identify.ts'
import { type Reading, readTurn, type TurnBefore } from './read-turn.ts'

/** How a session is watched. Instants are of `performance.now()`, in milliseconds. */
export interface Watch {
  client: Client
  sessionId: string
  turn: TurnBefore
  /** When the exchange that broke was over. */
  since: number
  /** When to give up. */
  until: number
  /** For how long, since then, a message that is not there may still come; null: until the end. */
  patienceMs: number | null
  /** Between the first two looks; it doubles up to half a second. */
  firstPauseMs: number
  signal: AbortSignal | undefined
}

/** What was seen of a turn, and in how many looks. */
export type Sight = { looks: number } & (
  | { kind: 'answered'; entries: TranscriptEntry[] }
  | { kind: 'not taken' }
  | { kind: 'unclear'; why: UnknownReason }
  /** Nobody may look any more: interrupted, held back, or the recording that answers holds no session. */
  | { kind: 'stopped'; failure: KnownFailure }
)

/** Between two looks at most. */
const longestPauseMs = 500
/** Between the first look that shows a whole answer and the one that confirms it. */
const confirmPauseMs = 100
/** What a look may take at least, also where the time is nearly up. */
const leastLookMs = 250

class NotSure extends Error {}

/**
 * Fetches a session until it tells what became of a turn. An answer counts once two looks show the same, since a service
 * may write it piece by piece; a call that waits for its output is waited for as well.
 */
export async function watchSession(watch: Watch): Promise<Sight> {
  const { client, sessionId, turn, since, until, patienceMs, firstPauseMs, signal } = watch
  const interruptible = signal === undefined ? {} : { signal }
  let looks = 0
  let seen: string | null = null
  const sightOf = async (): Promise<Sight | 'again' | null> => {
    looks += 1
    const leftMs = until - performance.now()
    const limits = { timeLimitMs: Math.max(Math.ceil(leftMs / 2), leastLookMs), waitMs: Math.max(leftMs, 0) }
    const answer = await client.fetchSession(sessionId, { ...limits, ...interruptible })
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
      if (reading.whole && !isOver) return 'again'
    }
    const isSure = patienceMs !== null && looks > 1 && now - since >= patienceMs
    if (reading?.kind === 'not taken' && isSure) return { kind: 'not taken', looks }
    const hasErred = answer.ok && answer.data.status === 'agent_errored'
    const isHopeless = isOver || (hasErred && reading?.kind === 'unanswered')
    return isHopeless ? { kind: 'unclear', why: whyOf(reading), looks } : null
  }
  const attempt = async (): Promise<Sight> => {
    for (;;) {
      const sight = await sightOf()
      if (sight === null) throw new NotSure()
      if (sight !== 'again') return sight
      await sleep(confirmPauseMs, undefined, interruptible)
    }
  }
  const pauses = { minTimeout: firstPauseMs, factor: 2, maxTimeout: longestPauseMs, retries: Number.POSITIVE_INFINITY }
  const maxRetryTime = Math.max(until - performance.now(), 0)
  try {
    const shouldRetry = ({ error }: { error: Error }): boolean => error instanceof NotSure
    return await pRetry(attempt, { ...pauses, maxRetryTime, shouldRetry, ...interruptible })
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'stopped', failure: { kind: 'aborted' }, looks }
    if (error instanceof NotSure) return attempt() // the time is up, so that this look is the last
    throw error
  }
}

function whyOf(reading: Reading | null): UnknownReason {
  if (reading === null) return 'unreadable'
  return reading.kind === 'answered' ? 'unanswered' : reading.kind
}

type Final = KnownFailure & { kind: 'aborted' | 'unrecorded' | 'blocked' | 'held back' }

const finals: readonly Failure['kind'][] = ['aborted', 'unrecorded', 'blocked', 'held back']

function isFinal(failure: Failure): failure is Final {
  return finals.includes(failure.kind)
}
