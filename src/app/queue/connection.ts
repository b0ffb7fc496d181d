import type { Job, JobJson, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { loadPackage } from '../../base/load-package.ts'
import { firstLine } from '../../base/wording.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { UsageError } from '../project/usage-error.ts'
import type { QueueAddress } from './address.ts'
import { type LimitCommands, limitScripts } from './limit-scripts.ts'
import { type RunCommands, runScripts } from './scripts.ts'
import { within } from './within.ts'

/** A connection with the queue's scripts as commands. */
export type QueueRedis = Redis & RunCommands & LimitCommands

/** An open connection to the Redis of a queue. */
export interface QueueConnection {
  redis: QueueRedis
  /** A separate connection, for blocking reads and subscriptions. */
  duplicate(): QueueRedis
  /** The waiting conversations. Another version of Tableread has a separate queue. */
  queue: Queue<JobData>
  work(process: (job: Job<JobData>, token: string) => Promise<void>, options: WorkOptions): Worker<JobData>
  /** An error for the job to throw that returns it to the queue for a while. */
  later(job: Job<JobData>, token: string, ms: number): Promise<Error>
  close(): Promise<void>
}

interface WorkOptions {
  concurrency: number
  leaseMs: number
}

/** The data of a job; its name identifies the conversation. */
export interface JobData {
  /** Its rank among the waiting jobs. */
  rank: number
  /** See `sealPlan`. */
  plan: string
}

const packages = [
  { name: 'bullmq', line: 6 },
  { name: 'ioredis', line: 6 },
] as const

/** The prefix of all keys of a queue. */
const prefix = 'tableread'

/**
 * Connects to the Redis of a queue. @throws UsageError if its packages are not installed, nobody answers or
 * the password is wrong
 */
export async function connectQueue(address: QueueAddress): Promise<QueueConnection> {
  const need = {
    needed: 'a queue needs',
    together: packages,
    fail: (message: string) => new UsageError(message),
  }
  const [bullmq, ioredis] = await Promise.all([
    loadPackage<typeof import('bullmq')>(packages[0], process.cwd(), need),
    loadPackage<typeof import('ioredis')>(packages[1], process.cwd(), need),
  ])
  const redis = new ioredis.Redis(address.url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    retryStrategy: (times) => Math.min(1_000, 50 * times),
    connectTimeout: 5_000,
    scripts: { ...runScripts, ...limitScripts },
  }) as QueueRedis
  await open(redis, address)
  await refusing(address, () => redis.select(Number(new URL(address.url).pathname.slice(1) || 0)))
  const others = new Set<Redis>()
  const duplicate = (): QueueRedis => {
    const other = redis.duplicate({ lazyConnect: false }) as QueueRedis
    other.on('error', ignore)
    others.add(other)
    return other
  }
  // A job that somebody else wrote may contain invalid JSON, on which a worker would fail again and again:
  // treat it as having no data.
  class SoundWorker<T> extends bullmq.Worker<T> {
    protected override createJob(data: JobJson, id: string): Job<T> {
      try {
        return super.createJob(data, id)
      } catch {
        return super.createJob({ ...data, data: '{}', opts: '{}' as never }, id)
      }
    }
  }
  const name = `conversations-${tablereadVersion()}`
  const queue = new bullmq.Queue<JobData>(name, { connection: redis, prefix })
  queue.on('error', ignore)
  return {
    redis,
    duplicate,
    queue,
    work(process, { concurrency, leaseMs }) {
      const worker = new SoundWorker<JobData>(name, async (job, token) => process(job, token ?? ''), {
        connection: redis,
        prefix,
        concurrency,
        lockDuration: leaseMs,
        stalledInterval: Math.max(500, Math.floor(leaseMs / 2)),
        // The lease, not a count, decides whether a conversation may be taken once more.
        maxStalledCount: 1_000_000,
        autorun: false,
        ...{ removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
      })
      worker.on('error', ignore)
      return worker
    },
    async later(job, token, ms) {
      await job.moveToDelayed(Date.now() + ms, token)
      return new bullmq.DelayedError()
    },
    async close() {
      await within(redis.status === 'ready' ? 2_000 : 200, queue.close())
      for (const each of [redis, ...others]) each.disconnect()
    },
  }
}

/** Does something that Redis may refuse, for example when its memory is full. @throws UsageError with Redis's reason */
export async function refusing<T>({ shown }: QueueAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReplyError') throw error
    const { previousErrors: [first = error] = [] } = error as Error & { previousErrors?: Error[] }
    throw new UsageError(`the queue at ${shown} cannot be used: ${firstLine(first.message)}`, 'look at its Redis')
  }
}

/** Limits the attempts to connect for the first time: the address may be wrong. */
async function open(redis: Redis, { shown }: QueueAddress): Promise<void> {
  let last = 'no answer'
  redis.on('error', (error: Error) => {
    last = error.message
  })
  try {
    await Promise.race([
      redis.connect(),
      new Promise((_, reject) => setTimeout(() => reject(new Error(last)), 6_000).unref()),
    ])
    await redis.ping()
  } catch (error) {
    redis.disconnect()
    const said = firstLine(error instanceof Error ? error.message : String(error))
    const why = said === 'Connection is closed.' ? last : said
    throw new UsageError(`the queue at ${shown} cannot be used: ${why}`, 'look at its address, and at its password')
  }
}

/** A broken connection is reopened automatically, and waiting commands continue then. */
function ignore(): void {}
