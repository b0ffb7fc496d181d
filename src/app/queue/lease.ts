import { randomBytes } from 'node:crypto'
import type { PerformedConversation } from '../../engine/perform/perform.ts'
import { type Transport, TransportError } from '../../wire/client/transport.ts'
import { sealResult } from './carried.ts'
import type { QueueRedis } from './connection.ts'
import { type ConversationAt, keysOf, ranksKey } from './run-keys.ts'
import type { LeaseOutcome, TurnRefusal } from './scripts.ts'
import type { Seal } from './seal.ts'

/** Permits a worker to carry out a conversation until somebody gets a newer lease. */
export interface Lease {
  /** Blocks sending requests unless the lease still holds and Redis has noted the turn. */
  guard(send: Transport): Transport
  /** Whether the result was accepted. */
  finish(carried: PerformedConversation): Promise<boolean>
  /** Aborts when the lease is known to have ended. */
  over: AbortSignal
  /** Whether work done under it no longer counts. */
  isVoid(): boolean
}

/** Leases a conversation, or says why not. *lost*: a turn was sent under an earlier lease, and may not be repeated. */
export async function acquireLease(
  redis: QueueRedis,
  at: ConversationAt,
  { rank, repeatable }: { rank: number; repeatable: boolean },
  seal: Seal,
): Promise<{ kind: 'go' | 'lost'; lease: Lease } | { kind: Exclude<LeaseOutcome, 'go' | 'lost'> }> {
  const { run, epoch, key } = at
  const keys = keysOf(run)
  const [kind, token] = await redis.tableLease(
    keys.run,
    keys.fences,
    keys.marks,
    keys.done,
    ranksKey(Math.floor(rank / ranksEach)),
    epoch,
    key,
    randomBytes(6).toString('hex'),
    repeatable ? '1' : '0',
    rank,
    keys.events,
  )
  if ((kind !== 'go' && kind !== 'lost') || token === undefined)
    return { kind: kind as Exclude<LeaseOutcome, 'go' | 'lost'> }
  return { kind, lease: leaseOf(redis, at, token, seal) }
}

/** How many ranks each priority has. */
export const ranksEach = 690_000

function leaseOf(redis: QueueRedis, at: ConversationAt, token: string, seal: Seal): Lease {
  const { run, epoch, key } = at
  const keys = keysOf(run)
  const over = new AbortController()
  let turns = 0
  return {
    guard: (send) => (request) => {
      const leaving = async (): Promise<void> => {
        turns += 1
        const answer = await redis.tableMark(keys.run, keys.fences, keys.marks, epoch, key, token, turns, keys.events)
        if (answer !== 'ok') over.abort(answer)
        if (answer !== 'ok') throw new TransportError('aborted', why[answer])
        if (request.signal?.aborted === true) throw new TransportError('aborted', 'interrupted')
      }
      return send(request.method === 'GET' ? request : { ...request, leaving })
    },
    async finish(carried) {
      const line = sealResult(carried, at, token, seal)
      const { results, marks, done, fences } = keys
      const { verdict } = carried.result
      return (await redis.tableFinish(keys.run, fences, done, results, marks, epoch, key, token, line, verdict)) === 1
    },
    over: over.signal,
    isVoid: () => over.signal.aborted && over.signal.reason !== 'cancelled',
  }
}

const why: Record<TurnRefusal, string> = {
  gone: 'the run is not on the queue any more',
  stale: 'the run was put on the queue again',
  cancelled: 'the run was cancelled',
  fenced: 'another worker has this conversation by now',
}
