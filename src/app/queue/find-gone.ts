import type { QueueRedis } from './connection.ts'
import type { Waiting } from './enqueue.ts'
import type { RunKeys } from './run-keys.ts'

/** Conversations that are waited for and that the queue does not have any more. */
interface Gone {
  /** Nobody has finished them. */
  unfinished: Waiting[]
  /** Somebody has, so that each has a result among those of the run. */
  finished: string[]
}

/** Looks for some of those that are waited for: a few at a time, since this is for what never happens. */
export async function findGone(
  redis: QueueRedis,
  { done }: Pick<RunKeys, 'done'>,
  waitedFor: readonly Waiting[],
  isThere: (key: string) => Promise<boolean>,
): Promise<Gone> {
  const some = waitedFor.filter((_, index) => index < 100)
  const there = await Promise.all(some.map(({ key }) => isThere(key)))
  const gone = some.filter((_, index) => !there[index])
  if (gone.length === 0) return { unfinished: [], finished: [] }
  const by = await redis.hmget(done, ...gone.map(({ key }) => key))
  return {
    unfinished: gone.filter((_, index) => by[index] === null),
    finished: gone.flatMap(({ key }, index) => (by[index] === null ? [] : [key])),
  }
}
