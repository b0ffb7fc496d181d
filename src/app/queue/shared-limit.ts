import {
  onAbort,
  readRetryAfter,
  type Transport,
  TransportError,
  type WireRequest,
} from '../../wire/client/transport.ts'
import type { QueueRedis } from './connection.ts'

/** The longest sleep before the limit is checked again, in milliseconds: it may have changed. */
const longestSleepMs = 1_000

/** A pause holds for all; what cannot wait is *held back*. The wait is ours and costs no request its patience. */
export function throughLimit(redis: QueueRedis, limit: string, firstPace: number): (send: Transport) => Transport {
  return (send) => async (request) => {
    const era = await slotOf(redis, limit, firstPace, request)
    const began = performance.now()
    const answer = await send(request)
    const timeMs = answer.timeMs ?? performance.now() - began
    if (answer.status === 429) await redis.tableRefused(limit, era, readRetryAfter(answer) ?? -1)
    return { ...answer, timeMs }
  }
}

/** Waits until a request may be sent; returns the limit's era at that time. */
async function slotOf(
  redis: QueueRedis,
  limit: string,
  firstPace: number,
  { signal, waitMs, timeLimitMs }: WireRequest,
): Promise<number> {
  const patience = waitMs ?? timeLimitMs
  let paused = 0
  for (;;) {
    insistWanted(signal)
    const [ms, why, era] = await redis.tableTake(limit, firstPace)
    if (ms <= 0 && why === 'slot') return era
    if (why === 'pause' && paused + ms > patience)
      throw new TransportError(
        'held back',
        `the service asks all workers to wait ${Math.ceil(ms / 1_000)} s (429), and ${Math.ceil(Math.max(0, patience - paused) / 1_000)} s are left to this conversation`,
      )
    if (why === 'pause') {
      paused += ms
      await sleep(ms, signal)
      continue
    }
    for (let remainingMs = ms; remainingMs > 0; ) {
      const slept = Math.min(remainingMs, longestSleepMs)
      await sleep(slept, signal)
      remainingMs -= slept
      if ((await redis.tableHolds(limit, era)) === 0) break
      if (remainingMs <= 0) return era
    }
  }
}

function insistWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new TransportError('aborted', 'interrupted')
}

/** @throws TransportError when the signal aborts */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  insistWanted(signal)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget?.()
      resolve()
    }, ms)
    const forget =
      signal === undefined
        ? undefined
        : onAbort(signal, () => {
            clearTimeout(timer)
            reject(new TransportError('aborted', 'interrupted'))
          })
  })
}
