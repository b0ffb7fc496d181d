import type { InlineChatRequest } from '../../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { CallLimits } from '../../../wire/client/client-over.ts'
import type { Failure, UnknownReason } from '../../../wire/client/failure.ts'
import { beginCourse, type Course, sendConnected, type TurnAnswer } from './sending.ts'
import { type Sight, watchSession } from './watch-session.ts'
import type { Break } from './weigh-failure.ts'

/**
 * Sends a turn and settles its outcome. A chat turn is not idempotent (ENV-21), so one whose exchange broke is looked
 * for in its session (see `settleTurn`). The sending has the time limit, and everything after it has the same limit
 * once more. Any waiting that the service demands comes on top, within `waitMs`.
 */
export async function converse(client: Client, turn: TurnToSend, limits: CallLimits = {}): Promise<TurnAnswer> {
  const { timeLimitMs = 30_000, waitMs = timeLimitMs } = limits
  const began = performance.now()
  const waitUntil = began + waitMs
  const first = await client.converse(turn.request, { ...limits, timeLimitMs })
  if (first.ok || turn.takes?.(first.failure) === true) return first
  const left = performance.now() - first.timeMs // it may have waited first
  const sending = await sendConnected(client, turn.request, { ...limits, timeLimitMs }, { began: left, answer: first })
  const { answer, broken } = sending
  const course = beginCourse(began)
  course.add(sending)
  if (answer.ok) return { ...answer, recovered: course.note('sent again') }
  if (broken === null || broken.weight === 'never left') return answer
  return settleTurn(client, { ...turn, broken, lastedMs: answer.timeMs }, { ...limits, timeLimitMs, waitUntil }, course)
}

/** A turn to send, and the slices that earlier turns of its session showed. */
interface TurnToSend {
  request: InlineChatRequest
  earlier: readonly (readonly TranscriptEntry[])[]
  /** How long its session must have been unchanged before a turn found in it is used; see `RunContext`. */
  storedLateMs?: number
  /** Whether a failure is the expected outcome, so that there is nothing to settle. */
  takes?: (failure: Failure) => boolean
}

/** A turn whose exchange broke, and how long that exchange took. */
interface BrokenTurn extends TurnToSend {
  broken: Break
  lastedMs: number
}

/** In milliseconds; `waitUntil` is by `performance.now()`. */
type SettleLimits = CallLimits & { timeLimitMs: number; waitUntil: number }

/** How late a stored session may show what was said (SES-07), in milliseconds, where nobody sets another limit. */
export const lateMs = 2_000

/**
 * How long a session must have been unchanged when all that is asked is whether it holds what was answered, in
 * milliseconds.
 */
const confirmMs = 100

/**
 * Finds out from the session what happened to a turn. Taken and answered: the answer is used once the session has not
 * changed for `storedLateMs`, since an agent may announce that it is at work and act only then. Taken and not answered:
 * it is waited for. Unclear, or several sendings that nobody answered: *unknown*. A turn that is not there is sent
 * again only where the service asked for that (429); any other break may come from an intermediary while the service is
 * still working on it. The first turn has no session to look at.
 */
async function settleTurn(
  client: Client,
  { request, earlier, broken, lastedMs, storedLateMs = lateMs }: BrokenTurn,
  { timeLimitMs, waitUntil, signal }: SettleLimits,
  course: Course,
): Promise<TurnAnswer> {
  const { message, sessionId } = request
  const interruptible = signal === undefined ? {} : { signal }
  const unknown = (why: UnknownReason): TurnAnswer =>
    course.fail({ kind: 'unknown', cause: course.cause(), why, looks: course.looks })
  if (sessionId === undefined) return unknown('no session')
  const turn = { message, earlier }
  // However short the limit, it leaves time to see what a session shows late.
  let until = performance.now() + timeLimitMs + (broken.weight === 'open' ? 0 : storedLateMs)
  const look = async (patienceMs: number | null, firstPauseMs: number, settledMs: number): Promise<Sight> => {
    const times = { since: performance.now(), until, patienceMs, firstPauseMs, settledMs }
    const sight = await watchSession({ client, sessionId, turn, signal, ...times })
    course.addLooks(sight.looks)
    return sight
  }
  for (let [last, lasted] = [broken, lastedMs]; ; ) {
    const isForNow = last.weight === 'come again'
    const askedMs = isForNow && last.failure.kind === 'refused' ? (last.failure.retryAfterMs ?? 0) : 0
    if (askedMs > 0 && performance.now() + askedMs > waitUntil) return unknown('held back')
    if (isForNow) until = Math.max(until, performance.now() + askedMs + storedLateMs + timeLimitMs)
    const longest = storedLateMs === 0 ? 0 : Math.max(storedLateMs, Math.min(lasted, timeLimitMs))
    const patience = last.weight === 'open' ? null : longest
    const sight = await look(patience, isForNow ? 500 : 25, storedLateMs)
    if (sight.kind === 'stopped')
      return sight.failure.kind === 'held back' ? unknown('held back') : course.fail(sight.failure)
    if (sight.kind === 'unclear') return unknown(sight.why)
    if (sight.kind === 'answered' && last !== broken) return unknown('sent again')
    if (sight.kind === 'answered') {
      const data = { sessionId, transcript: sight.entries }
      const found = { ok: true, data, status: 200, requestId: null, timeMs: course.ms() } as const
      return { ...found, ...course.sent(), recovered: course.note('fetched') }
    }
    if (!isForNow) return unknown('not taken')
    const waitMs = waitUntil - performance.now()
    if (waitMs <= 0) {
      const { sendings, looks } = course
      return course.fail({ kind: 'not taken', cause: course.cause(), sendings, looks })
    }
    const sending = await sendConnected(client, request, { timeLimitMs, waitMs, ...interruptible })
    course.add(sending)
    const { answer } = sending
    if (answer.ok) {
      until = performance.now() + timeLimitMs + storedLateMs
      const check = await look(null, 25, Math.min(confirmMs, storedLateMs))
      if (check.kind === 'stopped') return course.fail(check.failure)
      if (check.kind !== 'answered') return unknown(check.kind === 'unclear' ? check.why : 'not taken')
      return { ...answer, recovered: course.note('sent again') }
    }
    if (sending.broken === null || sending.broken.weight === 'never left') return answer
    ;[last, lasted] = [sending.broken, answer.timeMs]
  }
}
