import type { CallLimits } from '../client/call-limits.ts'
import type { Client } from '../client/client.ts'
import type { UnknownReason } from '../client/failure.ts'
import type { Course, TurnAnswer } from './course.ts'
import { type Sending, sendConnected } from './send-connected.ts'
import type { TurnToSend } from './turn-to-send.ts'
import { type Sight, watchSession } from './watch-session.ts'
import type { Break } from './weigh-failure.ts'

/** A turn whose exchange broke, and how long that took. */
interface BrokenTurn extends TurnToSend {
  broken: Break
  lastedMs: number
}

/** How often a message is sent at most, as long as its session shows each time that it was not taken. */
const mostSendings = 3

/** How long a message may still come after its exchange is over, at least; in a short limit less. */
const patienceMs = 1_000

/**
 * Settles what became of a turn by its session: taken and answered, the answer is used; taken and not answered, it is
 * waited for; not taken, it is sent again, and the session must then hold it once; unclear, it is *unknown*. A message
 * whose exchange is open is never sent again, since it may still come. The first turn has no session to look at.
 */
export async function settleTurn(
  client: Client,
  { request, earlier, broken, lastedMs }: BrokenTurn,
  limits: CallLimits & { timeLimitMs: number },
  course: Course,
): Promise<TurnAnswer> {
  const { message, sessionId } = request
  const { timeLimitMs, signal } = limits
  const until = performance.now() + timeLimitMs
  const unknown = (why: UnknownReason): TurnAnswer =>
    course.fail({ kind: 'unknown', cause: course.cause(), why, looks: course.looks })
  if (sessionId === undefined) return unknown('no session')
  const look = async (patience: number | null): Promise<Sight> => {
    const sight = await watchSession({
      client,
      sessionId,
      turn: { message, earlier },
      until,
      patienceMs: patience,
      signal,
    })
    course.addLooks(sight.looks)
    return sight
  }
  let patience = patienceAfter(broken, lastedMs, timeLimitMs)
  for (;;) {
    const sight = await look(patience)
    if (sight.kind === 'stopped') return course.fail(sight.failure)
    if (sight.kind === 'unclear') return unknown(sight.why)
    if (sight.kind === 'answered') {
      const data = { sessionId, transcript: sight.entries }
      const found = { ok: true, data, status: 200, requestId: null, timeMs: course.ms() } as const
      return { ...found, ...course.sent(), recovered: course.note('fetched') }
    }
    const left = Math.ceil(until - performance.now())
    if (course.sendings >= mostSendings || left <= 0) {
      const { sendings, looks } = course
      return course.fail({ kind: 'not taken', cause: course.cause(), sendings, looks })
    }
    const sending: Sending = await sendConnected(client, request, { ...limits, timeLimitMs: left })
    course.add(sending)
    const { answer } = sending
    if (answer.ok) {
      const check = await look(null)
      if (check.kind === 'stopped') return course.fail(check.failure)
      if (check.kind !== 'answered') return unknown(check.kind === 'unclear' ? check.why : 'not taken')
      return { ...answer, recovered: course.note('sent again') }
    }
    if (sending.broken === null || sending.broken.weight === 'never left') return answer
    patience = patienceAfter(sending.broken, answer.timeMs, timeLimitMs)
  }
}

/** A message whose exchange is open may come at any time; of one that is over, as late as the exchange had lasted. */
function patienceAfter({ weight }: Break, lastedMs: number, timeLimitMs: number): number | null {
  return weight === 'open' ? null : Math.min(Math.max(patienceMs, lastedMs), timeLimitMs / 8)
}
