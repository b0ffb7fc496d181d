import type { Job, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { loadPackage } from '../../base/load-package.ts'
import { firstLine } from '../../base/wording.ts'
import { tablereadVersion } from '../project/package-version.ts'
import { UsageError } from '../project/usage-error.ts'
import type { QueueAddress } from './address.ts'
import { type LimitCommands, limitScripts } from './limit-scripts.ts'
import { type RunCommands, runScripts } from './scripts.ts'
import { within } from './within.ts'

/** A connection that knows the scripts of the queue. */
export type QueueRedis = Redis & RunCommands & LimitCommands

/** The Redis of a queue, open. */
export interface QueueConnection {
  redis: QueueRedis
  /** A connection of its own, for what blocks and for what listens. */
  duplicate(): QueueRedis
  /** The conversations that wait. Those of another version of Tableread are on another queue. */
  queue: Queue<JobData>
  work(process: (job: Job<JobData>, token: string) => Promise<void>, options: WorkOptions): Worker<JobData>
  /** What a job throws that goes back to the queue for a while. */
  later(job: Job<JobData>, token: string, ms: number): Promise<Error>
  close(): Promise<void>
}

/** How a worker works. */
interface WorkOptions {
  concurrency: number
  leaseMs: number
}

/** What lies on the queue: a conversation of a run, packed. */
export interface JobData {
  run: string
  epoch: string
  /** Which conversation of the run. */
  key: string
  /** Its place among those that wait. */
  rank: number
  repeatable: boolean
  /** See `packPlan` and `sealPlan`. */
  plan: string
  signature: string
}

const packages = [
  { name: 'bullmq', line: 6 },
  { name: 'ioredis', line: 6 },
] as const

/** Under which all keys of a queue stand. */
const prefix = 'tableread'

/**
 * Connects to the Redis of a queue. @throws UsageError where its packages are not installed, nobody answers or the password is
 * wrong
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
  const name = `conversations-${tablereadVersion()}`
  const queue = new bullmq.Queue<JobData>(name, { connection: redis, prefix })
  queue.on('error', ignore)
  return {
    redis,
    duplicate,
    queue,
    work(process, { concurrency, leaseMs }) {
      const worker = new bullmq.Worker<JobData>(name, async (job, token) => process(job, token ?? ''), {
        connection: redis,
        prefix,
        concurrency,
        lockDuration: leaseMs,
        stalledInterval: Math.max(500, Math.floor(leaseMs / 2)),
        // Whether a conversation may be taken once more is decided by its lease, not by a count.
        maxStalledCount: 1_000_000,
        autorun: false,
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

/** Does what Redis may refuse to do, as where its memory is full. @throws UsageError that says why it does */
export async function refusing<T>({ shown }: QueueAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReplyError') throw error
    const { previousErrors: [first = error] = [] } = error as Error & { previousErrors?: Error[] }
    throw new UsageError(`the queue at ${shown} cannot be used: ${firstLine(first.message)}`, 'look at its Redis')
  }
}

/** The first connection is not tried for ever: an address may be wrong. */
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

/** A connection that breaks is opened again by itself, and what waits for it goes on then. */
function ignore(): void {}
