import type { InlineChatAnswer } from '../../../wire/api/chat.ts'
import type { Answer, Failure, KnownFailure } from '../../../wire/client/failure.ts'
import type { Recovered } from '../../../wire/client/recovered.ts'
import type { Sending } from './send-connected.ts'

/** The answer to a turn. One that came only after an exchange broke says how. */
export type TurnAnswer = Answer<InlineChatAnswer> & { recovered?: Recovered }

/** What was done about one turn so far. */
export interface Course {
  /** Counts a sending with those before it that found no connection. */
  add(sending: Sending): void
  addLooks(looks: number): void
  readonly sendings: number
  readonly looks: number
  /** What the last exchange that broke ended in. */
  cause(): KnownFailure
  /** The note for an answer that came after a break. */
  note(how: Recovered['how']): Recovered
  fail(failure: Failure): TurnAnswer
  /** The request as it was sent last. */
  sent(): Pick<TurnAnswer, 'sent'>
  /** The wall clock since it began, in milliseconds. */
  ms(): number
}

/** Begins with the first sending; `began` is when, by `performance.now()`. */
export function beginCourse(began: number): Course {
  const breaks: KnownFailure[] = []
  let [sendings, looks] = [0, 0]
  let sent: Pick<TurnAnswer, 'sent'> = {}
  const ms = (): number => performance.now() - began
  return {
    add({ answer, breaks: found, sendings: count }) {
      sendings += count
      breaks.push(...found.map(({ failure }) => failure))
      if (answer.sent !== undefined) sent = { sent: answer.sent }
    },
    addLooks(count) {
      looks += count
    },
    get sendings() {
      return sendings
    },
    get looks() {
      return looks
    },
    cause() {
      const last = breaks.at(-1)
      if (last === undefined) throw new Error('no exchange of this turn broke')
      return last
    },
    note: (how) => ({ how, breaks, sendings, looks, ms: ms() }),
    fail: (failure) => ({ ...sent, ok: false, failure, timeMs: ms() }),
    sent: () => sent,
    ms,
  }
}
