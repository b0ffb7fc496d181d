import pRetry from 'p-retry'
import type { InlineChatAnswer, InlineChatRequest } from '../../../wire/api/chat.ts'
import type { Client } from '../../../wire/client/client.ts'
import type { CallLimits } from '../../../wire/client/client-over.ts'
import type { Answer, Failure, KnownFailure, Recovered } from '../../../wire/client/failure.ts'
import { type Break, findBreak } from './weigh-failure.ts'

/** The outcome of one or several sendings: the answer to the last of them. */
interface Sending {
  answer: Answer<InlineChatAnswer>
  /** What broke each of them, in order. */
  breaks: Break[]
  /** What broke the last sending; null when nothing did, or when its outcome is known. */
  broken: Break | null
  sendings: number
}

/** A request that found no connection is sent again after 0.1, 0.3 and 0.9 s, or up to twice that. */
const backOff = { retries: 3, minTimeout: 100, factor: 3, randomize: true }

class NeverLeft extends Error {}

/**
 * Sends a turn until a connection is made, a few times within its limit. A request that never left can safely be sent
 * again (ENV-21). `first` is the answer to a sending made before, and when that began.
 */
export async function sendConnected(
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
    const broken = answer.ok ? null : findBreak(answer.failure)
    if (broken !== null) breaks.push(broken)
    sendings += 1
    return { answer, breaks, broken, sendings }
  }
  let sendings = 0
  let last = first === undefined ? await send() : sendingOf(first.answer)
  const attempt = async (count: number): Promise<void> => {
    if (count > 1) last = await send()
    if (last.broken?.weight === 'never left') throw new NeverLeft()
  }
  try {
    const options = { ...backOff, shouldRetry: () => leftMs() > 1, ...(signal === undefined ? {} : { signal }) }
    await pRetry(attempt, { ...options, maxRetryTime: leftMs() })
  } catch {
    if (signal?.aborted === true) last = await send() // tells that it was interrupted
  }
  return last
}

/** The answer to a turn; if it came only after a broken exchange, `recovered` says how. */
export type TurnAnswer = Answer<InlineChatAnswer> & { recovered?: Recovered }

/** The record of everything done about one turn so far. */
export interface Course {
  /** Counts a sending, including the earlier tries that found no connection. */
  add(sending: Sending): void
  addLooks(looks: number): void
  readonly sendings: number
  readonly looks: number
  /** The failure of the last broken exchange. */
  cause(): KnownFailure
  /** The note for an answer that came after a break. */
  note(how: Recovered['how']): Recovered
  fail(failure: Failure): TurnAnswer
  /** The request as it was sent last. */
  sent(): Pick<TurnAnswer, 'sent'>
  /** The wall clock since it began, in milliseconds. */
  ms(): number
}

/** Starts the record; `began` is the start of the first sending, by `performance.now()`. */
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
