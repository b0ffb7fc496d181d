import type { InlineChatRequest } from '../../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { CallLimits } from '../../../wire/client/client-over.ts'
import type { Failure, UnknownReason } from '../../../wire/client/failure.ts'
import { beginCourse, type Course, sendConnected, type TurnAnswer } from './sending.ts'
import { type Sight, watchSession } from './watch-session.ts'
import type { Break } from './weigh-failure.ts'

/**
 * Sends a turn and settles what became of it. A chat turn is not idempotent (ENV-21): one whose exchange broke is looked
 * for in its session, see `settleTurn`. The sending has the time limit, and everything after it has it once more. What the
 * service makes everybody wait comes on top, within `waitMs`.
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

/** A turn to send, and what the earlier turns of its session showed, a slice each. */
interface TurnToSend {
  request: InlineChatRequest
  earlier: readonly (readonly TranscriptEntry[])[]
  /** For how long its session must not have changed before a turn found in it is used; see `RunContext`. */
  storedLateMs?: number
  /** Whether a failure is what is asked for, so that there is nothing to settle. */
  takes?: (failure: Failure) => boolean
}

/** A turn whose exchange broke, and how long that took. */
interface BrokenTurn extends TurnToSend {
  broken: Break
  lastedMs: number
}

/** In milliseconds; `waitUntil` is by `performance.now()`. */
type SettleLimits = CallLimits & { timeLimitMs: number; waitUntil: number }

/** How late a stored session may show what was said (SES-07), in milliseconds, as far as anybody waits who does not say for how long. */
export const lateMs = 2_000

/** For how long a session must not have changed that is asked only whether it holds what was answered, in milliseconds. */
const confirmMs = 100

/**
 * Settles what became of a turn by its session: taken and answered, the answer is used once the session has not changed
 * for `storedLateMs`, since an agent may say that it is at work and do it then; taken and not answered, it is waited for; unclear, it is *unknown*, as is one of several sendings that nobody answered. One that is not there is sent
 * again only where the service said to come again (429): any other break may have come from between, while the service
 * works on it. The first turn has no session to look at.
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
