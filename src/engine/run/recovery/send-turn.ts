import pRetry from 'p-retry'
import type { InlineChatAnswer, InlineChatRequest } from '../../../wire/api/chat.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { CallLimits } from '../../../wire/client/client-over.ts'
import type {
  Answer,
  Failure,
  KnownFailure,
  Recovery,
  SentRequest,
  UnknownReason,
} from '../../../wire/client/failure.ts'
import type { TurnToSend } from './read-turn.ts'
import { type TurnSight, watchSession } from './watch-session.ts'
import { type Break, weighBreak } from './weigh-failure.ts'

/** `recovered`: it came only after a broken exchange. `sure`: the transcript without calls an answer may leave out. */
export type TurnAnswer = Answer<InlineChatAnswer> & { recovered?: Recovery; sure?: TranscriptEntry[] }

/** A chat turn is not idempotent (ENV-21): if the exchange broke, it is looked up in its session (see `settleTurn`). */
export async function sendTurn(client: Client, turn: TurnToSend, limits: CallLimits = {}): Promise<TurnAnswer> {
  const { timeLimitMs = 30_000, waitMs = timeLimitMs } = limits
  const began = performance.now()
  const waitUntil = began + waitMs
  const first = await client.converse(turn.request, { ...limits, timeLimitMs })
  if (first.ok || turn.takes?.(first.failure) === true) return first
  const beginMs = performance.now() - first.timeMs // it may have waited before sending
  const sending = await sendConnected(
    client,
    turn.request,
    { ...limits, timeLimitMs },
    { began: beginMs, answer: first },
  )
  const { answer, broken } = sending
  const course: Course = { began, breaks: [], sendings: 0, looks: 0 }
  addSending(course, sending)
  if (answer.ok) return { ...answer, recovered: recoveredBy('sent again', course) }
  if (broken === null || broken.weight === 'never left') return answer
  return settleTurn(client, { ...turn, broken, lastedMs: answer.timeMs }, { ...limits, timeLimitMs, waitUntil }, course)
}

/** The outcome of one or more sendings: the answer to the last one. */
interface Sending {
  answer: Answer<InlineChatAnswer>
  breaks: Break[]
  /** What broke the last sending; null when nothing did, or when its outcome is known. */
  broken: Break | null
  sendings: number
}

/** A request that got no connection is sent again after 0.1, 0.3 and 0.9 s, or up to twice that. */
const backOff = { retries: 3, minTimeout: 100, factor: 3, randomize: true }

class NeverLeft extends Error {}

/** A request that never left can safely be sent again (ENV-21). `first` is an earlier attempt: its begin and answer. */
async function sendConnected(
  client: Client,
  request: InlineChatRequest,
  { timeLimitMs, ...limits }: CallLimits & { timeLimitMs: number },
  first?: { began: number; answer: Answer<InlineChatAnswer> },
): Promise<Sending> {
  const { signal } = limits
  const until = (first?.began ?? performance.now()) + timeLimitMs
  const breaks: Break[] = []
  const leftMs = (): number => Math.max(Math.ceil(until - performance.now()), 1)
  const send = async (): Promise<Sending> => {
    const answer = await client.converse(request, { ...limits, timeLimitMs: leftMs() })
    return sendingOf(answer)
  }
  const sendingOf = (answer: Answer<InlineChatAnswer>): Sending => {
    const broken = answer.ok ? null : weighBreak(answer.failure)
    if (broken !== null) breaks.push(broken)
    sendings += 1
    return { answer, breaks, broken, sendings }
  }
  let sendings = 0
  let last = first === undefined ? await send() : sendingOf(first.answer)
  const attempt = async (count: number): Promise<void> => {
    const next = count > 1 ? await send() : last
    const failure = next.answer.ok ? undefined : next.answer.failure
    const isUnconnected = failure?.kind === 'timed out' && failure.unconnected === true
    if (count === 1 || !isUnconnected) last = next // what kept the connections before from being made says more
    if (last.broken?.weight === 'never left') throw new NeverLeft()
  }
  try {
    const options = { ...backOff, shouldRetry: () => leftMs() > 1, ...(signal === undefined ? {} : { signal }) }
    await pRetry(attempt, { ...options, maxRetryTime: leftMs() })
  } catch {
    if (signal?.aborted === true) last = await send() // returns "interrupted"
  }
  return last
}

/** Everything done about one turn so far; becomes a `Recovery` once the outcome is known. */
interface Course extends Pick<Recovery, 'breaks' | 'sendings' | 'looks'> {
  /** When the first sending began, by `performance.now()`. */
  began: number
  sent?: SentRequest
}

/** Adds a sending, including earlier attempts without a connection. */
function addSending(course: Course, { answer, breaks, sendings }: Sending): void {
  course.sendings += sendings
  course.breaks.push(...breaks.map(({ failure }) => failure))
  if (answer.sent !== undefined) course.sent = answer.sent
}

function recoveredBy(how: Recovery['how'], { breaks, sendings, looks, began }: Course): Recovery {
  return { how, breaks, sendings, looks, ms: performance.now() - began }
}

function causeOf({ breaks }: Course): KnownFailure {
  const last = breaks.at(-1)
  if (last === undefined) throw new Error('no exchange of this turn broke')
  return last
}

function measured({ sent, began }: Course): { sent?: SentRequest; timeMs: number } {
  const timeMs = performance.now() - began
  return sent === undefined ? { timeMs } : { sent, timeMs }
}

/** A turn whose exchange broke, and how long that exchange took. */
interface BrokenTurn extends TurnToSend {
  broken: Break
  lastedMs: number
}

/** In milliseconds; `waitUntil` is by `performance.now()`. */
type SettleLimits = CallLimits & { timeLimitMs: number; waitUntil: number }

/** The default for how late a stored session may show what was said (SES-07), in milliseconds. */
export const lateMs = 2_000

/** How long a session must be unchanged if the only question is whether it holds what was answered, in milliseconds. */
const confirmMs = 100

/**
 * Finds out from the session what happened to a turn. Taken and answered: the answer is used once the session
 * has not changed for `storedLateMs`, since an agent may first announce what it is about to do. Taken and not
 * answered: keep waiting. Unclear, or several sendings without an answer: *unknown*. A turn that is not there
 * is sent again only if the service asked for that (429); any other break may come from an intermediary while
 * the service is still working on it. The first turn has no session to look at.
 */
async function settleTurn(
  client: Client,
  { request, earlier, phasesShown, broken, lastedMs, storedLateMs = lateMs, again, leftMs }: BrokenTurn,
  { timeLimitMs, waitUntil, signal }: SettleLimits,
  course: Course,
): Promise<TurnAnswer> {
  const { sessionId } = request
  const interruptible = signal === undefined ? {} : { signal }
  const fail = (failure: Failure): TurnAnswer => ({ ok: false, failure, ...measured(course) })
  const unknown = (why: UnknownReason): TurnAnswer =>
    fail({ kind: 'unknown', cause: causeOf(course), why, looks: course.looks })
  if (sessionId === undefined) return unknown('no session')
  const phaseOption = phasesShown === undefined ? {} : { phasesShown }
  const turn = { request, earlier, ...phaseOption, ...(leftMs === undefined ? {} : { leftMs }) }
  // Even a short limit leaves time for what a session shows late.
  let until = performance.now() + timeLimitMs + (broken.weight === 'open' ? 0 : storedLateMs)
  const look = async (patienceMs: number | null, firstPauseMs: number, settledMs: number): Promise<TurnSight> => {
    const times = { since: performance.now(), until, patienceMs, firstPauseMs, settledMs }
    const sight = await watchSession({ client, sessionId, turn, signal, ...times })
    course.looks += sight.looks
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
    if (sight.kind === 'stopped') return sight.failure.kind === 'held back' ? unknown('held back') : fail(sight.failure)
    if (sight.kind === 'unclear') return unknown(sight.why)
    if (sight.kind === 'answered' && last !== broken) return unknown('sent again')
    if (sight.kind === 'answered') {
      const { entries, sure, unseen } = sight
      const data = { sessionId, transcript: entries }
      const settledAnswer = { ok: true, data, status: 200, requestId: null } as const
      return {
        ...settledAnswer,
        ...(sure.length === entries.length ? {} : { sure }),
        ...(unseen === undefined ? {} : { unseen }),
        ...measured(course),
        recovered: recoveredBy('fetched', course),
      }
    }
    if (!isForNow) return unknown('not taken')
    const waitMs = waitUntil - performance.now()
    if (waitMs <= 0) {
      const { sendings, looks } = course
      return fail({ kind: 'not taken', cause: causeOf(course), sendings, looks })
    }
    const refusal = again?.() ?? null
    if (refusal !== null) return fail({ kind: 'held back', reason: refusal })
    const sending = await sendConnected(client, request, { timeLimitMs, waitMs, ...interruptible })
    addSending(course, sending)
    const { answer } = sending
    if (answer.ok) {
      until = performance.now() + timeLimitMs + storedLateMs
      const check = await look(null, 25, Math.min(confirmMs, storedLateMs))
      if (check.kind === 'stopped') return fail(check.failure)
      if (check.kind !== 'answered') return unknown(check.kind === 'unclear' ? check.why : 'not taken')
      return { ...answer, recovered: recoveredBy('sent again', course) }
    }
    if (sending.broken === null || sending.broken.weight === 'never left') return answer
    ;[last, lasted] = [sending.broken, answer.timeMs]
  }
}
