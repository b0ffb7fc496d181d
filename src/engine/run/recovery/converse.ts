import type { CallLimits } from '../../../wire/client/call-limits.ts'
import type { Client } from '../../../wire/client/client.ts'
import { beginCourse, type TurnAnswer } from './course.ts'
import { sendConnected } from './send-connected.ts'
import { settleTurn } from './settle-turn.ts'
import type { TurnToSend } from './turn-to-send.ts'

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
