import type { Job, JobJson, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { loadPackage } from '../../base/files/load-package.ts'
import { firstLine } from '../../base/text/wording.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain, warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { QueueAddress } from './address.ts'
import { type LimitCommands, limitScripts } from './limit-scripts.ts'
import { type RunCommands, runScripts } from './scripts.ts'
import { watchSilence } from './silence.ts'
import { within } from './within.ts'

/** A connection with the queue's scripts as commands. */
export type QueueRedis = Redis & RunCommands & LimitCommands

export interface QueueConnection {
  redis: QueueRedis
  /** A separate connection, for blocking reads and subscriptions. */
  duplicate(): QueueRedis
  /** The waiting conversations. Another version of Tableread has a separate queue. */
  queue: Queue<JobData>
  work(
    process: (job: Job<JobData>, token: string) => Promise<void>,
    options: { concurrency: number; leaseMs: number },
  ): Worker<JobData>
  /** An error for the job to throw that returns it to the queue for a while. */
  later(job: Job<JobData>, token: string, ms: number): Promise<Error>
  /** For how long Redis has owed us an answer, in milliseconds: it may be gone, or hang with its connections open. */
  silentMs(): number
  /** Whether it is pointless to wait long for Redis. */
  isAway(): boolean
  close(): Promise<void>
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

/** Of all workers together (ms): with a worker's lease as the interval, a long lease would delay every takeover. */
const stalledMs = 1_000

/** How long a worker waits after Redis failed, in milliseconds. */
const retryMs = 1_000

/** How long Redis may owe an answer before it counts as away, in milliseconds. */
const awayMs = 3_000

/** @throws UsageError if its packages are not installed, nobody answers or the password is wrong */
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
    disconnectTimeout: 200, // a Redis that hangs closes nothing, and would keep the process
    scripts: { ...runScripts, ...limitScripts },
  }) as QueueRedis
  await open(redis, address)
  await refusing(address, () => redis.select(Number(new URL(address.url).pathname.slice(1) || 0)))
  await refusing(address, () => tellWeaknesses(redis, address))
  const others = new Set<Redis>()
  // BullMQ, too, makes its connections this way, and leaves them open if Redis does not answer when it closes.
  const another = redis.duplicate.bind(redis)
  redis.duplicate = (override) => {
    const other = another(override)
    other.on('error', ignore)
    others.add(other)
    return other
  }
  // Invalid JSON in somebody else's job would fail a worker again and again: treat it as having no data.
  class SoundWorker<T> extends bullmq.Worker<T> {
    protected override createJob(data: JobJson, id: string): Job<T> {
      try {
        return super.createJob(data, id)
      } catch {
        return super.createJob({ ...data, data: '{}', opts: '{}' as never }, id)
      }
    }
    // What waits to try Redis again must not keep the process of a worker that has ended.
    protected override checkConnectionError<R>(work: () => Promise<R>): Promise<R | undefined> {
      return super.checkConnectionError(work, 0)
    }
    override delay(ms = retryMs, stop?: Parameters<Worker['delay']>[1]): Promise<void> {
      return new Promise((resolve) => {
        setTimeout(resolve, ms).unref()
        stop?.signal.addEventListener('abort', () => resolve())
      })
    }
    /** Ends what renews locks, which `close` does only once all connections have ended: without Redis some never do. */
    stopRenewing(): Promise<void> {
      return this.lockManager.close()
    }
  }
  const workers = new Set<SoundWorker<JobData>>()
  const name = `conversations-${tablereadVersion()}`
  // Its check prints warnings of its own; ours is `tellWeaknesses`.
  const shared = { connection: redis, prefix, skipVersionCheck: true }
  const queue = new bullmq.Queue<JobData>(name, shared)
  queue.on('error', ignore)
  const silence = watchSilence(redis)
  const isAway = (): boolean => redis.status !== 'ready' || silence.ms() > awayMs
  return {
    redis,
    duplicate: () => redis.duplicate({ lazyConnect: false }) as QueueRedis,
    queue,
    silentMs: silence.ms,
    isAway,
    work(process, { concurrency, leaseMs }) {
      const worker = new SoundWorker<JobData>(name, async (job, token) => process(job, token ?? ''), {
        ...shared,
        concurrency,
        lockDuration: leaseMs,
        stalledInterval: stalledMs,
        runRetryDelay: retryMs,
        // The lease, not a count, decides whether a conversation may be taken once more.
        maxStalledCount: 1_000_000,
        autorun: false,
        ...{ removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } },
      })
      worker.on('error', ignore)
      workers.add(worker)
      return worker
    },
    async later(job, token, ms) {
      await job.moveToDelayed(Date.now() + ms, token)
      return new bullmq.DelayedError()
    },
    async close() {
      silence.end()
      await within(isAway() ? 200 : 2_000, queue.close())
      for (const each of [redis, ...others]) each.disconnect()
      for (const each of workers) void each.stopRenewing()
    },
  }
}

/** Does something that Redis may refuse, for example when its memory is full. @throws UsageError with Redis's reason */
export async function refusing<T>({ displayAddress }: QueueAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReplyError') throw error
    const { previousErrors: [first = error] = [] } = error as Error & { previousErrors?: Error[] }
    throw new UsageError(
      `the queue at ${displayAddress} cannot be used: ${firstLine(first.message)}`,
      'look at its Redis',
    )
  }
}

/** Limits the attempts to connect for the first time: the address may be wrong. */
async function open(redis: Redis, { displayAddress }: QueueAddress): Promise<void> {
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
    const reason = firstLine(error instanceof Error ? error.message : String(error))
    const why = reason === 'Connection is closed.' ? last : reason
    throw new UsageError(`the queue at ${displayAddress} cannot be used: ${why}`, hintFor(displayAddress, why))
  }
}

/** What to do about a connection that failed. A Redis that expects TLS, or does not, rarely says so. */
function hintFor(address: string, why: string): string {
  const isTls = address.startsWith('rediss:')
  if (isTls && /ETIMEDOUT|no answer|closed|ECONNRESET|ssl|tls|EPROTO/i.test(why))
    return 'its Redis may not speak TLS: try redis:// in place of rediss://'
  if (!isTls && /no answer|closed|ECONNRESET|EPIPE|protocol error/i.test(why))
    return 'its Redis may expect TLS: try rediss:// in place of redis://'
  return 'look at its address, and at its password'
}

/** The oldest supported version. */
const [leastMajor, leastMinor] = [6, 2]

/** Warns about a Redis on which conversations may get lost. */
async function tellWeaknesses(redis: Redis, { displayAddress }: QueueAddress): Promise<void> {
  const info = await redis.info()
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(info) ?? []
  const [, version = '', major, minor] = /^redis_version:((\d+)\.(\d+)\S*)/m.exec(info) ?? []
  if (policy !== 'noeviction')
    complain(
      `the Redis at ${displayAddress} drops keys when its memory is full (maxmemory-policy ${policy}), and conversations with them\n   hint: set it to noeviction: redis-cli config set maxmemory-policy noeviction\n`,
    )
  const isOld = Number(major) < leastMajor || (Number(major) === leastMajor && Number(minor) < leastMinor)
  if (isOld) warn(`the Redis at ${displayAddress} is ${version}: a queue needs ${leastMajor}.${leastMinor} or later`)
}

/** A broken connection is reopened automatically, and waiting commands continue then. */
function ignore(): void {}
