import type { QueueConnection } from '../connection.ts'
import { renewing } from '../lasting.ts'
import { ranksEach } from '../lease.ts'
import { type ConversationAt, jobName, keysOf, ranksKey, runLasts } from '../run-keys.ts'

/** A conversation to put on the queue; its plan is sealed only when it is sent. */
export interface WaitingConversation {
  key: string
  plan(at: ConversationAt): string
}

interface Enqueueing {
  /** Sends them together with others that are queued in the same turn of the event loop. Never rejects. */
  enqueue(jobs: readonly WaitingConversation[]): void
  remove(keys: readonly string[]): Promise<void>
  /** Those of some that are off the queue, which should be none; a finished one should have a result in the stream. */
  findGone(
    waitedFor: readonly WaitingConversation[],
  ): Promise<{ unfinished: WaitingConversation[]; finished: string[] }>
  /** Extends by a day how long Redis keeps the run and these conversations. */
  renew(keys: readonly string[]): Promise<void>
}

/** How many conversations to send to Redis at once. */
const batch = 250

/** Runs take turns: each starts at the rank under way and counts up; lower ranks first within a priority. */
export function enqueueing(
  connection: QueueConnection,
  priority: number,
  at: () => Omit<ConversationAt, 'key'> & { total: number },
): Enqueueing {
  const { redis, queue } = connection
  let waiting: WaitingConversation[] = []
  let sending: Promise<void> | null = null
  let last = 0
  const idOf = (key: string): string => jobName({ ...at(), key })
  const nextRank = async (): Promise<number> => {
    const key = ranksKey(priority)
    const {
      active = 0,
      waiting: first = 0,
      prioritized = 0,
    } = await queue.getJobCounts('active', 'waiting', 'prioritized')
    if (active + first + prioritized === 0) {
      last = 0
      await redis.del(key)
    }
    const now = Number((await redis.hget(key, 'now')) ?? 0) % ranksEach
    return Math.max(last, now)
  }
  const send = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, batch)
      const from = await nextRank()
      const { run, epoch, total } = at()
      await queue.addBulk(
        jobs.map((job, index) => {
          const rank = priority * ranksEach + Math.min(from + index + 1, ranksEach - 1)
          const removal = { removeOnComplete: true, removeOnFail: true }
          return {
            name: 'conversation',
            data: { rank, plan: job.plan({ run, epoch, key: job.key }) },
            opts: { jobId: jobName({ run, epoch, key: job.key }), priority: rank + 1, attempts: 1, ...removal },
          }
        }),
      )
      last = Math.min(from + jobs.length, ranksEach - 1)
      const pipeline = redis.multi().hset(keysOf(run).run, 'total', total).expire(keysOf(run).run, runLasts)
      const ids = jobs.map(({ key }) => jobName({ run, epoch, key }))
      await Promise.all([pipeline.exec(), renewing(connection, [], ids).exec()])
    }
  }
  const flush = (): void => {
    sending ??= send()
      .catch(() => {}) // findGone will notice conversations that did not arrive
      .finally(() => {
        sending = null
        if (waiting.length > 0) flush()
      })
  }
  return {
    enqueue(jobs) {
      waiting.push(...jobs)
      if (jobs.length > 0) flush()
    },
    async remove(keys) {
      waiting = []
      await sending
      for (let from = 0; from < keys.length; from += batch)
        await Promise.all(keys.slice(from, from + batch).map((key) => queue.remove(idOf(key)).catch(() => 0)))
    },
    async renew(keys) {
      await renewing(connection, [at().run]).exec()
      for (let from = 0; from < keys.length; from += batch)
        await renewing(connection, [], keys.slice(from, from + batch).map(idOf)).exec()
    },
    async findGone(waitedFor) {
      const some = waitedFor.filter((_, index) => index < 100)
      const states = await Promise.all(some.map(({ key }) => queue.getJobState(idOf(key))))
      const absentees = some.filter((_, index) => states[index] === 'unknown')
      if (absentees.length === 0) return { unfinished: [], finished: [] }
      const by = await redis.hmget(keysOf(at().run).done, ...absentees.map(({ key }) => key))
      return {
        unfinished: absentees.filter((_, index) => by[index] === null),
        finished: absentees.flatMap(({ key }, index) => (by[index] === null ? [] : [key])),
      }
    },
  }
}
