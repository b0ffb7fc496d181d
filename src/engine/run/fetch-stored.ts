import pRetry from 'p-retry'
import type { CallLimits } from '../../wire/client/client-over.ts'
import { type ConversationRun, mayHoldMore } from './conversation-run.ts'
import { lateMs } from './recovery/send-turn.ts'
import { createStillness } from './recovery/watch-session.ts'
import { weighBreak } from './recovery/weigh-failure.ts'
import type { RunContext } from './run-context.ts'

/** The first pause between two fetches, in milliseconds. */
const pauseMs = 100
const longestPauseMs = 500

/** The back-off after a broken fetch: reading is idempotent, so it can be repeated (SES-05). */
const backOff = { retries: 3, minTimeout: 100, factor: 2 }

class Broken extends Error {}
class NotYet extends Error {}

/**
 * Fetches the stored session repeatedly until it holds what the turns showed and what the script expects, or
 * time is up, because messages, status and analysis may come late (SES-07). After a turn that was looked up in
 * it, or refused as expected, it is watched until it has not changed for `storedLateMs`, since more may still
 * come. A time budget shortens the script's own `within`, down to `storedLateMs`; `cut` then says so if the
 * session is not yet as expected. `limitsOf` returns how long each fetch may still take and wait.
 */
export async function fetchStored(
  run: ConversationRun,
  { client, gate, signal, storedLateMs = lateMs, halted, leftMs }: RunContext,
  sessionId: string,
  limitsOf: () => CallLimits & { timeLimitMs: number },
): Promise<{ session: ConversationRun['session']; cut: string | null }> {
  const began = performance.now()
  const { timeLimitMs } = limitsOf()
  const isWatched = mayHoldMore(run)
  const askedMs = run.expected?.withinMs ?? storedLateMs
  const mostMs = Math.max(leftMs?.() ?? Number.POSITIVE_INFINITY, storedLateMs)
  const withinMs = Math.max(Math.min(askedMs, mostMs), isWatched ? storedLateMs : 0)
  const aborting = signal === undefined ? {} : { signal }
  const still = createStillness(storedLateMs)
  let [isStill, isMissing] = [false, false]
  let fetched: ConversationRun['session'] = null
  const fetchOnce = async (): Promise<void> => {
    const answer = await client.fetchSession(sessionId, limitsOf())
    const { usage, unseen } = answer
    const reported = { ...(usage === undefined ? {} : { usage }), ...(unseen === undefined ? {} : { unseen }) }
    fetched = answer.ok ? { ok: true, session: answer.data, ...reported } : answer
    if (!answer.ok && weighBreak(answer.failure) !== null) throw new Broken()
  }
  const look = async (): Promise<void> => {
    await pRetry(fetchOnce, { ...backOff, maxRetryTime: timeLimitMs, ...aborting })
    const isExpected = fetched?.ok === true && gate.settled(fetched, run)
    if (isExpected && !isWatched) return
    isStill = fetched?.ok === true ? still(fetched.session) : isMissing
    // A new session may return 404 for a while after its first turn was answered.
    isMissing = fetched?.ok === false && fetched.failure.kind === 'refused' && fetched.failure.status === 404
    if (isMissing || (fetched?.ok === true && !(isExpected && isStill))) throw new NotYet()
  }
  const pauses = {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: Math.min(pauseMs, storedLateMs),
    maxTimeout: isWatched ? longestPauseMs : pauseMs,
    factor: 2,
  }
  const mayChange = isWatched || storedLateMs === 0
  const shouldRetry = ({ error }: { error: Error }): boolean => {
    const ms = performance.now() - began
    return error instanceof NotYet && (ms < withinMs || (mayChange && !isStill && ms < withinMs + timeLimitMs))
  }
  let cut: string | null = null
  await pRetry(look, { shouldRetry, ...pauses, ...aborting }).catch((error: unknown) => {
    const isExpected = error instanceof NotYet || error instanceof Broken || signal?.aborted === true
    if (!isExpected) throw error
    if (error instanceof NotYet && mostMs < askedMs) cut = halted?.(askedMs) ?? null
  })
  return { session: fetched, cut }
}
