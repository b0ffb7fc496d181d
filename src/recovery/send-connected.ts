import { setTimeout as sleep } from 'node:timers/promises'
import type { InlineChatAnswer, InlineChatRequest } from '../api/chat.ts'
import type { CallLimits } from '../client/call-limits.ts'
import type { Client } from '../client/client.ts'
import type { Answer } from '../client/failure.ts'
import { type Break, findBreak } from './weigh-failure.ts'

/** The last of several sendings. */
export interface Sending {
  answer: Answer<InlineChatAnswer>
  /** What broke each of them, in order. */
  breaks: Break[]
  /** What broke the last one; null when nothing did, or what became of it is known. */
  broken: Break | null
  sendings: number
}

/** How long to wait before a request that found no connection is sent again. */
const pausesMs = [100, 300, 900]

/**
 * Sends a turn until a connection comes about, a few times within its limit. What never left can be sent again blindly
 * (ENV-21). `first` is what became of the first sending, and when that began, where it was sent before.
 */
export async function sendConnected(
  client: Client,
  request: InlineChatRequest,
  { timeLimitMs, signal }: CallLimits & { timeLimitMs: number },
  first?: { began: number; answer: Answer<InlineChatAnswer> },
): Promise<Sending> {
  const until = (first?.began ?? performance.now()) + timeLimitMs
  const breaks: Break[] = []
  const aborting = signal === undefined ? {} : { signal }
  const send = (): Promise<Answer<InlineChatAnswer>> =>
    client.converse(request, { timeLimitMs: Math.max(Math.ceil(until - performance.now()), 1), ...aborting })
  let answer = first?.answer ?? (await send())
  for (let sendings = 1; ; sendings++) {
    const broken = answer.ok ? null : findBreak(answer.failure)
    if (broken !== null) breaks.push(broken)
    const pauseMs = pausesMs[sendings - 1]
    const isLast = pauseMs === undefined || performance.now() + pauseMs >= until
    if (broken?.weight !== 'never left' || isLast) return { answer, breaks, broken, sendings }
    await sleep(pauseMs, undefined, aborting).catch(() => undefined) // the next sending tells
    answer = await send()
  }
}
